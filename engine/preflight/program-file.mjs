/** Where the engine's own programs are: TypeScript among the sources, JavaScript in the built package. */

/**
 * @param {string} name of a program beside the file that asks, without its ending: `./writer`
 * @param {string} asking `import.meta.url` of that file
 * @returns {URL} the program, with the same ending
 */
export function programFile(name, asking) {
  return new URL(name + asking.slice(asking.lastIndexOf(".")), asking);
}
