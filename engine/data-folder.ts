/**
 * The folder of a deployment: created, checked to be writable, with the secret that seals upload tokens and cursors. The
 * database and the lock are in storage/.
 */
import { randomBytes } from "node:crypto";
import { accessSync, constants, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "./fault.ts";
import { makeFolder, whyUnwritable } from "./preflight/folders.mjs";
import {
  checkDataFolder,
  makePrivate,
  WrongFolder,
} from "./preflight/private-folder.mjs";

export type DataFolder = {
  readonly path: string;
  readonly files: string;
  readonly modules: string;
  readonly exports: string;
  readonly imports: string;
  /** 32 bytes that never leave the machine. */
  readonly secret: Buffer;
};

/**
 * Creates a missing folder, and makes it its owner's alone.
 * @throws Fault "unwritable", also when it is another user's or holds something else.
 */
export function openDataFolder(path: string): DataFolder {
  try {
    checkDataFolder(path);
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK);
    makePrivate(path);
    return {
      path,
      files: join(path, "files"),
      modules: join(path, "modules"),
      exports: join(path, "exports"),
      imports: join(path, "imports"),
      secret: readSecret(join(path, "secret")),
    };
  } catch (cause) {
    const message =
      cause instanceof WrongFolder
        ? cause.message
        : `Cannot write to ${path}: ${whyUnwritable(cause)}.`;
    throw new Fault("unwritable", message, { cause });
  }
}

/** Created on first use. Losing it only voids earlier upload URLs and cursors. */
function readSecret(file: string): Buffer {
  try {
    const known = Buffer.from(readFileSync(file, "utf8"), "base64url");
    if (known.length === 32) return known;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const secret = randomBytes(32);
  writeFileSync(file, secret.toString("base64url"), { mode: 0o600 });
  return secret;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
