/**
 * The folder that holds a deployment: made, checked to be writable, with the secrets that seal upload tokens and cursors.
 * The database in it, and the lock that keeps a second process out, are storage/'s.
 */
import { randomBytes } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "./fault.ts";

export type DataFolder = {
  readonly path: string;
  readonly files: string;
  readonly modules: string;
  /** 32 bytes that never leave the machine. */
  readonly secret: Buffer;
};

/**
 * Makes the folder where it is missing.
 * @throws Fault "unwritable".
 */
export function openDataFolder(path: string): DataFolder {
  try {
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK);
    return {
      path,
      files: join(path, "files"),
      modules: join(path, "modules"),
      secret: readSecret(join(path, "secret")),
    };
  } catch (cause) {
    throw new Fault("unwritable", `Cannot write to ${path}: ${why(cause)}.`, {
      cause,
    });
  }
}

/** Folder by folder: `recursive` never returns where the file system makes none, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** Reasons as the operator of a machine knows them. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "a file is in the way",
  ENOENT: "no folder can be made there",
};

function why(cause: unknown): string {
  const code = codeOf(cause);
  if (code !== null && code in REASONS) return REASONS[code] ?? code;
  return cause instanceof Error ? cause.message : String(cause);
}

/** Made on first use. Losing it only voids upload URLs and cursors handed out before. */
function readSecret(file: string): Buffer {
  try {
    const known = Buffer.from(readFileSync(file, "utf8"), "base64url");
    if (known.length === 32) return known;
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  const secret = randomBytes(32);
  writeFileSync(file, secret.toString("base64url"), { mode: 0o600 });
  return secret;
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error ? String(error.code) : null;
}
