// Joins the class names of a component's states. Used by every component of this package.

export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
