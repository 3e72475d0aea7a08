// Says in one line that Node is too old. Runs on every Node that knows modules (12 and newer), so
// it keeps to the language of 2015; start.mjs and dev.mjs ask it before anything newer is loaded.

const MAJOR_MIN = 20;
const MINOR_MIN = 19;

/** @param {string} version such as "18.20.4" @returns {string | null} the refusal */
export function refuseOldNode(version) {
  const [major, minor] = version.split(".").map(Number);
  if (major > MAJOR_MIN || (major === MAJOR_MIN && minor >= MINOR_MIN)) return null;
  return `Truetick needs Node ${MAJOR_MIN}.${MINOR_MIN} or newer; this is Node ${version}.`;
}

/** Ends the process on an old Node. */
export function requireNode() {
  const refusal = refuseOldNode(process.versions.node);
  if (refusal === null) return;
  console.error(refusal);
  process.exit(2);
}
