/**
 * Which versions of Node run the engine, and with which flags. Plain JavaScript without packages, as all of preflight/:
 * who starts the engine asks on whatever Node there is.
 */

/** Below this, TypeScript cannot be run and the native part of better-sqlite3 crashes the process. */
export const OLDEST_NODE = "22.12";
/** From here on TypeScript runs without being asked to. */
const STRIPS_TYPES = "22.18";

/** @param {string} version as `process.version` or `process.versions.node` has it */
export function isSupported(version) {
  return isAtLeast(version, OLDEST_NODE);
}

/**
 * What comes before `engine/main.ts` on the command line. Queries and mutations run in modules of `node:vm`. V8's young
 * generation has three times 16 MiB: left alone it takes more where a machine has more, 128 MiB in ten minutes of small
 * writes (P5c), and is no faster (P1a, P2b).
 * @param {string} version of the Node that gets them
 * @returns {string[]}
 */
export function nodeFlags(version) {
  const flags = [
    "--experimental-vm-modules",
    "--no-warnings",
    "--max-semi-space-size=16",
  ];
  if (!isAtLeast(version, STRIPS_TYPES))
    flags.push("--experimental-strip-types");
  return flags;
}

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
