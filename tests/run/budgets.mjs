/**
 * Builds the client into a temporary folder and weighs what each route loads before it can be used: the files of
 * index.html, the screen's own files and everything those import statically, gzipped. Fonts and pictures are not
 * counted: text is readable without them.
 * Usage: node tests/run/budgets.mjs [report.json]  (the report counts one test for each route)
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { gzipSync } from "node:zlib";
import { paths } from "../../src/lib/paths.ts";

/**
 * kB = 1000 bytes. `js` weighs scripts only, `all` scripts and styles. A ratchet: what the routes weigh, rounded up; lower
 * a figure when its route has become lighter. React, its router and Convex's client are about 100 kB of each.
 */
const SITE = "src/app/site-app.tsx";
const ACCOUNT = [SITE, "src/app/account-area.tsx"];
const BUDGETS = {
  [paths.home]: { screen: [SITE, "src/routes/landing.tsx"], js: 104 },
  [paths.bookDemo]: { screen: [SITE, "src/routes/book-demo.tsx"], js: 108 },
  [paths.join]: { screen: ["src/app/customer-app.tsx"], all: 118 },
  [paths.login]: { screen: [...ACCOUNT, "src/routes/login.tsx"], all: 142 },
  [paths.signup]: { screen: [...ACCOUNT, "src/routes/signup.tsx"], all: 147 },
  [paths.forgotPassword]: {
    screen: [...ACCOUNT, "src/routes/forgot-password.tsx"],
    all: 142,
  },
  [paths.emailConfirmation]: {
    screen: [...ACCOUNT, "src/routes/email-confirmation.tsx"],
    all: 133,
  },
  [paths.paymentRequired]: {
    screen: [...ACCOUNT, "src/routes/payment-required.tsx"],
    all: 146,
  },
  [paths.checkoutSuccess]: {
    screen: [...ACCOUNT, "src/routes/checkout-success.tsx"],
    all: 139,
  },
  [paths.subscriptionSuccess]: {
    screen: [...ACCOUNT, "src/routes/subscription-success.tsx"],
    all: 142,
  },
  [paths.setup]: { screen: [...ACCOUNT, "src/routes/setup.tsx"], all: 148 },
  [paths.dashboard]: {
    screen: [...ACCOUNT, "src/routes/dashboard.tsx"],
    all: 203,
  },
};

const root = join(import.meta.dirname, "../..");
const dist = mkdtempSync(join(tmpdir(), "yourturn-dist-"));

/** Scripts and styles that index.html itself asks for, without leading slash. */
function filesOfPage() {
  const html = readFileSync(join(dist, "index.html"), "utf8");
  return [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(
    ([, file]) => file,
  );
}

/** A source module's built files: its own script and styles, and those of its static imports. */
function filesOf(module, manifest, seen = new Set()) {
  const chunk = manifest[module];
  if (chunk === undefined) {
    throw new Error(
      `${module} is not a chunk of its own in the build: correct BUDGETS in tests/run/budgets.mjs`,
    );
  }
  if (seen.has(module)) return [];
  seen.add(module);
  return [
    chunk.file,
    ...(chunk.css ?? []),
    ...(chunk.imports ?? []).flatMap((name) => filesOf(name, manifest, seen)),
  ];
}

const kB = (files) =>
  files.reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length,
    0,
  ) / 1000;

/** @returns whether the route keeps its budget @throws Error if it has none, or its files cannot be told */
function weigh(route, manifest) {
  if (!(route in BUDGETS)) throw new Error("has no budget");
  const { screen, js, all } = BUDGETS[route];
  const modules = ["index.html", ...screen];
  const files = [
    ...new Set([
      ...filesOfPage(),
      ...modules.flatMap((module) => filesOf(module, manifest)),
    ]),
  ];
  const scripts = kB(files.filter((file) => file.endsWith(".js")));
  const styles = kB(files.filter((file) => file.endsWith(".css")));
  const [weight, limit] = all ? [scripts + styles, all] : [scripts, js];
  const ok = weight <= limit;
  console.log(
    `${ok ? "ok  " : "OVER"} ${route.padEnd(12)} scripts ${scripts.toFixed(1)} kB, styles ${styles.toFixed(1)} kB; ${all ? "both" : "scripts"} at most ${limit} kB`,
  );
  return ok;
}

try {
  execFileSync(
    "vite",
    [
      "build",
      "--manifest",
      "--outDir",
      dist,
      "--emptyOutDir",
      "--logLevel",
      "warn",
    ],
    { cwd: root, stdio: "inherit", shell: process.platform === "win32" },
  );
  const manifest = JSON.parse(
    readFileSync(join(dist, ".vite/manifest.json"), "utf8"),
  );
  const results = Object.values(paths).map((route) => {
    try {
      return weigh(route, manifest);
    } catch (error) {
      console.log(`OVER ${route}: ${error.message}`);
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
