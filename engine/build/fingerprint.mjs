/** Hashes the content of files and folders, to see whether a step must run again. */
import { createHash } from "node:crypto";
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/**
 * SHA-256 over names and contents. A missing file counts as nothing.
 * @param {string} root
 * @param {readonly string[]} paths files and folders, relative to root
 */
export function fingerprint(root, paths) {
  const hash = createHash("sha256");
  for (const path of paths) add(root, path, hash);
  return hash.digest("hex");
}

/** @param {string} file */
export function readStamp(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** @param {string} file @param {string} stamp */
export function writeStamp(file, stamp) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, stamp, { mode: 0o600 });
}

function add(root, path, hash) {
  const full = join(root, path);
  const stats = statSync(full, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (stats.isDirectory()) {
    for (const name of readdirSync(full).sort())
      add(root, `${path}/${name}`, hash);
    return;
  }
  const content = readFileSync(full);
  hash.update(`${path}\n${content.length}\n`).update(content);
}
