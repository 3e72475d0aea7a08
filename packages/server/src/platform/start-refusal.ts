// The server saying why it will not start: one line for the person who started it. Thrown by
// whatever is asked first (settings, folders, port, database), caught only by main.ts, which
// prints the line and exits without a stack. Everything else that is thrown is a bug.

export class StartRefusal extends Error {
  override readonly name = "StartRefusal";
}

/** The first line of what went wrong elsewhere, fit to stand inside a refusal. */
export function firstLine(problem: unknown): string {
  const text = problem instanceof Error ? problem.message || problem.name : String(problem);
  return text.split("\n", 1)[0]?.trim() ?? "";
}

/** The system's short name of an error: ENOENT, EADDRINUSE, or PostgreSQL's five characters. */
export function codeOf(problem: unknown): string | null {
  if (typeof problem !== "object" || problem === null || !("code" in problem)) return null;
  return typeof problem.code === "string" ? problem.code : null;
}
