/**
 * Who may read a data folder, and whether it is one. Plain JavaScript, because the launcher looks before anything is
 * installed. Making folders is folders.mjs.
 *
 * A parent folder that others may write to is no reason to refuse: on shared mounts (WSL, Docker Desktop) every folder looks
 * like that, and whoever may replace the folder there may replace the program as well.
 */
import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** One of these is in every data folder, from its first moment on. */
const MARKS = ["engine.db", "secret", "admin.key"];
/** What folders have that nobody put anything into. */
const NOTHING = /^(?:\..*|lost\+found)$/;
/** Group and others: read, write, enter. */
const OTHERS = 0o077;

/** A folder that must not be used. `message` is one line without what to do about it. */
export class WrongFolder extends Error {}

/**
 * Refuses what is no data folder, and nobody else's to use. Changes nothing.
 * @param {string} path may be missing
 * @param {number} user who is going to use it; 0 is root, who may
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
 * Takes from everybody but the owner what they may do in a folder. In one that was open to others, that is all there is;
 * in one that was not, what lies at its top, for the rest cannot be reached.
 * @param {string} folder
 */
export function makePrivate(folder) {
  // Its file systems know other rights; a folder in the user's profile is the user's.
  if (process.platform === "win32") return;
  const wasOpen = (statSync(folder).mode & OTHERS) !== 0;
  // First, so that nothing can be opened meanwhile.
  if (wasOpen) chmodSync(folder, statSync(folder).mode & ~OTHERS);
  closeContent(folder, wasOpen);
}

/**
 * @param {string} folder
 * @param {boolean} isDeep also what is in the folders in it
 */
function closeContent(folder, isDeep) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    // What a link points to is not ours to change.
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
