/**
 * Checks that a folder is a data folder, and closes it to other users. Plain JavaScript, because the launcher runs it before
 * anything is installed. Creating folders is in folders.mjs.
 *
 * A parent folder that others may write to is no reason to refuse. On shared mounts (WSL, Docker Desktop) every folder looks
 * like that, and anyone who may replace the folder may replace the program as well.
 */
import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Every data folder has one of these from the start. */
const MARKS = ["engine.db", "secret", "admin.key"];
/** Names that an unused folder may have. */
const NOTHING = /^(?:\..*|lost\+found)$/;
/** Group and others: read, write, enter. */
const OTHERS = 0o077;

/** A folder that must not be used. `message` is one line without advice. */
export class WrongFolder extends Error {}

/**
 * Refuses a folder that is not a data folder, or belongs to another user. Changes nothing.
 * @param {string} path may be missing
 * @param {number} user that is going to use it; 0 is root, which may
 * @throws WrongFolder
 */
export function checkDataFolder(path, user = process.geteuid?.() ?? 0) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isDirectory()) throw new WrongFolder(`${path} is not a folder.`);
  if (user !== 0 && stats.uid !== user)
    throw new WrongFolder(
      `${path} belongs to another user (${stats.uid}), who could read and change what is kept in it.`,
    );
  const names = readdirSync(path);
  if (names.some((name) => MARKS.includes(name))) return;
  const foreign = names.filter((name) => !NOTHING.test(name)).sort();
  if (foreign.length > 0)
    throw new WrongFolder(
      `${path} is not a data folder: it holds ${shortList(foreign)}.`,
    );
}

/**
 * Removes everyone's rights in a folder except the owner's. If it was open to others, this covers all content. Otherwise the
 * top level is enough, because the rest cannot be reached.
 * @param {string} folder
 */
export function makePrivate(folder) {
  // Windows has other rights; a folder in the user's profile is the user's.
  if (process.platform === "win32") return;
  const wasOpen = (statSync(folder).mode & OTHERS) !== 0;
  // First, so that nothing can be opened meanwhile.
  if (wasOpen) chmodSync(folder, statSync(folder).mode & ~OTHERS);
  closeContent(folder, wasOpen);
}

/**
 * @param {string} folder
 * @param {boolean} isDeep whether to include the content of its folders
 */
function closeContent(folder, isDeep) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    // The target of a link is not ours to change.
    if (stats === undefined || stats.isSymbolicLink()) continue;
    if ((stats.mode & OTHERS) !== 0) chmodSync(path, stats.mode & ~OTHERS);
    if (isDeep && stats.isDirectory()) closeContent(path, true);
  }
}

/** @param {string[]} names */
function shortList(names) {
  const shown = names.slice(0, 3).join(", ");
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}
