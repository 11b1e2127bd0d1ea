/** Files that are on disk whole or not at all, also after a power cut. Knows nothing of what is in them. */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import path from "node:path";
import { syncFolder } from "../preflight/folders.mjs";

/** To be read and written by the owner only, whatever the umask. */
const PRIVATE = 0o600;

/** Makes an empty file where there is none. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, "a", PRIVATE));
}

/** Replaces a file at one stroke. On disk when it returns. */
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
