/** Files that are on disk whole or not at all, even after a power failure. */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import path from "node:path";
import { syncFolder } from "../../preflight/folders.mjs";

/** Readable and writable by the owner only, whatever the umask. */
const PRIVATE = 0o600;

/** Creates an empty file if there is none. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, "a", PRIVATE));
}

/** Replaces a file atomically. On disk when it returns. */
export function replaceFile(file: string, content: Uint8Array | string): void {
  const draft = `${file}.new`;
  const descriptor = openSync(draft, "w", PRIVATE);
  try {
    const bytes = Buffer.from(content);
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
  syncFolder(path.dirname(file));
}
