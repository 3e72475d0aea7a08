// @ts-check
// Ends this process when whoever started it is suddenly gone: npm passes signals on, but not its
// own death, and nobody would know that we still run. Called by launch.mjs and scripts/cluster.

const LOOK_AGAIN_MS = 500;

/** Only under npm: whoever runs the script by hand may well leave. */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event) endWithParent();
}

/** As if it had been told to stop. */
export function endWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, LOOK_AGAIN_MS);
  watch.unref();
}
