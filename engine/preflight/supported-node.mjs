/**
 * Which versions of Node run the engine, and with which flags. Plain JavaScript without packages, like all of preflight/: it
 * runs on whatever Node is installed.
 */

/** Below this, TypeScript does not run without a flag, and below 22.14 better-sqlite3 crashes the process. */
export const OLDEST_NODE = "22.18";
/** Newer in number only. */
const AS_OLD = /^v?23\.[0-5]\./;

/** @param {string} version as `process.version` or `process.versions.node` has it */
export function isSupported(version) {
  return isAtLeast(version, OLDEST_NODE) && !AS_OLD.test(version);
}

/**
 * Flags before `engine/main.ts` on the command line. Queries and mutations run in modules of `node:vm`. V8's young generation
 * has three times 16 MiB; without the flag it takes more on a larger machine, 128 MiB in ten minutes of small writes (P5c), and
 * is no faster (P1a, P2b).
 */
export const NODE_FLAGS = [
  "--experimental-vm-modules",
  "--no-warnings",
  "--max-semi-space-size=16",
];

/** @param {string} version @param {string} oldest */
export function isAtLeast(version, oldest) {
  const [major = 0, minor = 0] = numbers(version);
  const [oldestMajor = 0, oldestMinor = 0] = numbers(oldest);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** @param {string} version */
function numbers(version) {
  return version.replace(/^v/, "").split(".").map(Number);
}
