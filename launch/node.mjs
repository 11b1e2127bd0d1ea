/** Finds a Node that can run the engine: the packaged one (Linux), or the one running this. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  isAtLeast,
  isSupported,
  NODE_FLAGS,
  OLDEST_NODE,
} from "../engine/preflight/supported-node.mjs";

/** The oldest Node for the launcher itself. */
const OLDEST_LAUNCHER = "20";

/** A message for Nodes too old even for the launcher, or null. */
export function complaint(version = process.version) {
  return !isAtLeast(version, OLDEST_LAUNCHER)
    ? `Node ${OLDEST_LAUNCHER} or newer is needed; this is ${version}. Get it from https://nodejs.org`
    : null;
}

/** A message for Nodes that cannot run the engine, or null. */
export function ownComplaint(version = process.version) {
  return isSupported(version)
    ? null
    : `Node ${OLDEST_NODE} or newer is needed on this system; this is ${version}. Get it from https://nodejs.org`;
}

/**
 * @param {string} root the project's folder, with packages installed
 * @param {{execPath: string, version: string}} [own] the Node running this
 * @returns {{command: string, flags: string[]}}
 * @throws Error in one line that says what to do
 */
export function pickNode(root, own = process) {
  const packaged = join(root, "node_modules", ".bin", "node");
  const candidates = [
    ...(existsSync(packaged) && process.platform !== "win32" ? [packaged] : []),
    own.execPath,
  ];
  for (const command of candidates) {
    const version = command === own.execPath ? own.version : versionOf(command);
    if (isSupported(version)) return { command, flags: [...NODE_FLAGS] };
  }
  throw new Error(ownComplaint(own.version));
}

/** @param {string} command */
function versionOf(command) {
  try {
    return execFileSync(command, ["--version"], { encoding: "utf8" }).trim();
  } catch {
    // A packaged Node for another system cannot be started.
    return "v0.0.0";
  }
}
