/**
 * What a browser loads before a page is usable, from a build: scripts as sent (brotli), and the HTML with its style.
 * Scripts are those that the HTML requests and the parts that the page loads without user action. Fonts and pictures
 * are not counted: text is readable without them. The limits are in budgets.mjs and the bench.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { buildClient } from "../../launch/client.mjs";
import { paths } from "../../src/lib/address/paths.ts";

/** Loaded without user action once the page is there, by the start of their names. */
const LATER = {
  [paths.profile]: ["content-", "dashboard-"],
  [paths.team]: ["people-", "dashboard-"],
  [paths.poster]: ["sheet-", "qr-code-"],
  [paths.support]: ["matters-", "dashboard-"],
};

const root = join(import.meta.dirname, "../..");

/** @returns the folder with the client, built as `npm start` builds it @throws Error if that fails */
export async function builtClient() {
  const node = { command: process.execPath };
  const sold = { PLAN_WITHOUT_PAYMENT: null };
  return await buildClient(root, node, console.log, sold);
}

/**
 * Bytes on the wire, and the number of scripts that the page's HTML requests.
 * @param {string} dist
 * @param {string} path
 * @returns {{ scripts: number, html: number, files: number }}
 * @throws Error if its scripts are unknown
 */
export function weigh(dist, path) {
  const bytes = (files) =>
    files.reduce((sum, file) => sum + sizeSent(join(dist, file)), 0);
  const page = pageIn(path);
  const named = scriptsOf(dist, readFileSync(join(dist, page), "utf8"));
  const later = readdirSync(join(dist, "assets")).filter(
    (file) =>
      file.endsWith(".js") &&
      LATER[path]?.some((beginning) => file.startsWith(beginning)),
  );
  if (later.length !== (LATER[path]?.length ?? 0))
    throw new Error(`${LATER[path]} are no scripts: correct LATER`);
  const files = new Set(named);
  for (const file of later) addWithImports(dist, `assets/${file}`, files);
  return {
    scripts: bytes([...files]),
    html: bytes([page]),
    files: named.length,
  };
}

/** The file of a page. */
export function pageIn(path) {
  return path === paths.home ? "index.html" : `${path.slice(1)}.html`;
}

/** The size of the compressed file, or of the file itself if it was too small to compress. */
function sizeSent(file) {
  const compressed = `${file}.br`;
  return statSync(existsSync(compressed) ? compressed : file).size;
}

/** The scripts that a page names, with all that they import at once. @throws Error for one that only a script requests */
function scriptsOf(dist, html) {
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
    ([, file]) => file,
  );
  for (const file of named) {
    const unnamed = importsOf(dist, file).find((one) => !named.includes(one));
    if (unnamed)
      throw new Error(`${file} needs ${unnamed}, which is not preloaded`);
  }
  return named;
}

function addWithImports(dist, file, files) {
  if (files.has(file)) return;
  files.add(file);
  for (const one of importsOf(dist, file)) addWithImports(dist, one, files);
}

function importsOf(dist, file) {
  const code = readFileSync(join(dist, file), "utf8");
  const imports = code.matchAll(/\b(?:from|import) ?"\.\/([^"]+\.js)"/g);
  return [...imports].map(([, one]) => `assets/${one}`);
}
