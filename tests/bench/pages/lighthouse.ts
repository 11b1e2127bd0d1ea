/** Lighthouse with its defaults, fetched from npm, so that only people who measure install it. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { LAUNCH_FLAGS } from "../../../e2e/browser.ts";

const VERSION = "13.5.0";
const run = promisify(execFile);
export const CATEGORIES = [
  "performance",
  "accessibility",
  "best-practices",
  "seo",
] as const;
const TIMES = {
  LCP: "largest-contentful-paint",
  CLS: "cumulative-layout-shift",
  TBT: "total-blocking-time",
} as const;
export type Verdict = {
  /** 0 to 100. */
  readonly points: Record<(typeof CATEGORIES)[number], number>;
  readonly times: Record<keyof typeof TIMES, number>;
  /** Audits that cost points, by their ids. */
  readonly lost: readonly string[];
};
type Report = {
  runtimeError?: { message: string };
  categories: Record<
    string,
    {
      score: number | null;
      auditRefs: readonly { id: string; weight: number }[];
    }
  >;
  audits: Record<string, { score: number | null; numericValue?: number }>;
};

/** @returns the folder it is in @throws Error when npm's registry cannot be reached */
export async function installLighthouse(folder: string): Promise<string> {
  const home = join(folder, "lighthouse");
  mkdirSync(home, { recursive: true });
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund"];
  await run("npm", [
    "install",
    ...["--prefix", home],
    ...flags,
    `lighthouse@${VERSION}`,
  ]);
  return home;
}

/** One load of a page. @throws Error when Lighthouse cannot judge it */
export async function judgePage(home: string, program: string, url: string) {
  const file = join(home, "report.json");
  const flags = ["--headless=new", ...LAUNCH_FLAGS].join(" ");
  await run(
    process.execPath,
    [
      join(home, "node_modules/lighthouse/cli/index.js"),
      url,
      "--quiet",
      "--output=json",
      `--output-path=${file}`,
      `--only-categories=${CATEGORIES.join(",")}`,
      `--chrome-flags=${flags}`,
    ],
    { env: { ...process.env, CHROME_PATH: program, TMPDIR: home } },
  );
  return verdictOf(JSON.parse(readFileSync(file, "utf8")) as Report);
}

function verdictOf(report: Report): Verdict {
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  const { audits } = report;
  const lost = CATEGORIES.flatMap(
    (name) => report.categories[name]?.auditRefs ?? [],
  ).filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9);
  return {
    points: mapOf(CATEGORIES, (name) =>
      Math.round((report.categories[name]?.score ?? NaN) * 100),
    ),
    times: mapOf(
      Object.keys(TIMES) as (keyof typeof TIMES)[],
      (name) => audits[TIMES[name]]?.numericValue ?? NaN,
    ),
    lost: lost.map(({ id }) => id),
  };
}

const mapOf = <Name extends string>(
  names: readonly Name[],
  value: (name: Name) => number,
): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<
    Name,
    number
  >;
