/** Where the engine's programs are: TypeScript in the sources, JavaScript in the built package. */

/**
 * @param {string} name of a program beside the asking file, without its extension: `./writer`
 * @param {string} asking `import.meta.url` of that file
 * @returns {URL} the program, with the same extension
 */
export function programFile(name, asking) {
  return new URL(name + asking.slice(asking.lastIndexOf(".")), asking);
}
