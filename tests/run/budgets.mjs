/**
 * Builds the client into a temporary folder and weighs what a browser gets before each page can be used: the scripts that
 * its HTML asks for and the parts that the page loads by itself, as they are sent (brotli), and the HTML with the style in
 * it. Fonts and pictures are not counted: text is readable without them.
 * Usage: node tests/run/budgets.mjs [report.json]  (the report counts one test for each page)
 */
import { execFileSync } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { brotli } from "../../build/compress.ts";
import { paths } from "../../src/lib/paths.ts";

/**
 * kB = 1000 bytes of scripts on the wire. A ratchet: what the pages weigh, rounded up; the limits of the product are join 90,
 * landing 80, log-in 100, dashboard 140.
 */
const SCRIPTS = {
  [paths.home]: 80,
  [paths.bookDemo]: 80,
  [paths.join]: 90,
  [paths.login]: 100,
  [paths.dashboard]: 140,
  [paths.signup]: 117,
  [paths.forgotPassword]: 117,
  [paths.emailConfirmation]: 117,
  [paths.paymentRequired]: 117,
  [paths.checkoutSuccess]: 117,
  [paths.subscriptionSuccess]: 117,
  [paths.setup]: 117,
  [paths.storageTest]: 117,
  [paths.poster]: 125,
};
/** HTML with its style, kB. */
const PAGE = 14;
/** Requests for scripts before a page can be used. */
const FILES = 4;

/** Loaded without anybody's doing once the page is there, by the beginning of their names. */
const LATER = {
  [paths.poster]: ["sheet-", "qr-code-"],
};

const root = join(import.meta.dirname, "../..");
const dist = mkdtempSync(join(tmpdir(), "yourturn-dist-"));

const kB = (files) =>
  files.reduce(
    (sum, file) => sum + brotli(readFileSync(join(dist, file))).length,
    0,
  ) / 1000;

/** The scripts that a page names, and everything these import at once. @throws Error for a script that is asked for by another only */
function scriptsOf(html) {
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
    ([, file]) => file,
  );
  for (const file of named) {
    const code = readFileSync(join(dist, file), "utf8");
    const imports = [...code.matchAll(/\bfrom ?"\.\/([^"]+\.js)"/g)];
    const unnamed = imports.find(([, one]) => !named.includes(`assets/${one}`));
    if (unnamed)
      throw new Error(`${file} needs ${unnamed[1]}, which is not preloaded`);
  }
  return named;
}

/** @returns whether the page keeps its budget @throws Error if it has none, or its scripts cannot be told */
function weigh(path) {
  if (!(path in SCRIPTS)) throw new Error("has no budget");
  const page = path === paths.home ? "index.html" : `${path.slice(1)}.html`;
  const named = scriptsOf(readFileSync(join(dist, page), "utf8"));
  const later = readdirSync(join(dist, "assets")).filter(
    (file) =>
      file.endsWith(".js") &&
      LATER[path]?.some((beginning) => file.startsWith(beginning)),
  );
  if (later.length !== (LATER[path]?.length ?? 0))
    throw new Error(`${LATER[path]} are no scripts: correct LATER`);
  const scripts = kB([...named, ...later.map((file) => `assets/${file}`)]);
  const html = kB([page]);
  const ok = scripts <= SCRIPTS[path] && html <= PAGE && named.length <= FILES;
  console.log(
    `${ok ? "ok  " : "OVER"} ${path.padEnd(22)} ${named.length} scripts ${scripts.toFixed(1)} of ${SCRIPTS[path]} kB, page ${html.toFixed(1)} of ${PAGE} kB`,
  );
  return ok;
}

try {
  execFileSync("vite", ["build", "--outDir", dist, "--logLevel", "warn"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  const results = Object.values(paths).map((path) => {
    try {
      return weigh(path);
    } catch (error) {
      console.log(`OVER ${path}: ${error.message}`);
      return false;
    }
  });
  const passed = results.filter(Boolean).length;
  const failed = results.length - passed;
  const report = process.argv[2];
  if (report) writeFileSync(report, JSON.stringify({ passed, failed }));
  if (failed > 0) process.exitCode = 1;
} finally {
  rmSync(dist, { recursive: true, force: true });
}
