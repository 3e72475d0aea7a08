// What an audit line knows beside who, what and when, in one line: "amount 5, reason late". Pure.

export function detailText(detail: unknown): string {
  if (typeof detail !== "object" || detail === null) return detail ? String(detail) : "";
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => {
      const shown = typeof value === "object" ? JSON.stringify(value) : String(value);
      return `${name.replaceAll("_", " ")} ${shown}`;
    })
    .join(", ");
}
