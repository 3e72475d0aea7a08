// Names that nobody can guess, of the shared making.

export { randomId } from "@truetick/ui/state";
