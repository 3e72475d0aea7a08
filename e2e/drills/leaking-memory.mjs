// Loaded before the server by the drill of F29: from SIGUSR2 on it keeps more and more memory and
// lets go of none, as a mistake in the program would, until V8 finds no more and ends the process.

const PER_TURN = 200_000;
const TURN_MS = 10;

process.once("SIGUSR2", () => {
  /** @type {unknown[]} */
  const kept = [];
  setInterval(() => kept.push(Array.from({ length: PER_TURN }, (_, at) => at + 0.5)), TURN_MS);
});
