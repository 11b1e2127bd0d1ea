/**
 * Which versions of Node run the engine, and with which flags. Plain JavaScript without packages, as all of preflight/:
 * who starts the engine asks on whatever Node there is.
 */

/** Below this, TypeScript does not run without being asked to, and below 22.14 better-sqlite3 crashes the process. */
export const OLDEST_NODE = "22.18";
/** Newer than that in number only. */
const AS_OLD = /^v?23\.[0-5]\./;

/** @param {string} version as `process.version` or `process.versions.node` has it */
export function isSupported(version) {
  return isAtLeast(version, OLDEST_NODE) && !AS_OLD.test(version);
}

/**
 * What comes before `engine/main.ts` on the command line. Queries and mutations run in modules of `node:vm`. V8's young
 * generation has three times 16 MiB: left alone it takes more where a machine has more, 128 MiB in ten minutes of small
 * writes (P5c), and is no faster (P1a, P2b).
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
