/** Finds a browser on this machine. Downloads nothing: the last choice is the one that npm has installed. */
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import packaged from "@sparticuz/chromium";

/** No GPU and no sandbox in a container, and no background network traffic. */
export const LAUNCH_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const SYSTEM_NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const MAC_CHROME =
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function systemBrowser(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return [
    ...folders.flatMap((folder) =>
      SYSTEM_NAMES.map((name) => join(folder, name)),
    ),
    MAC_CHROME,
  ].find(isExecutable);
}

/** The package holds a Linux x64 program and unpacks it into the temporary folder. */
async function packagedBrowser(): Promise<string | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  return packaged.executablePath();
}

/** CHROMIUM_PATH, the system's, Playwright's or `@sparticuz/chromium`. @throws Error in one line, with how to get one */
export async function findBrowser(): Promise<string> {
  const named = process.env["CHROMIUM_PATH"];
  if (named !== undefined) {
    if (isExecutable(named)) return named;
    throw new Error(`CHROMIUM_PATH=${named} is not a program.`);
  }
  const playwrights = chromium.executablePath();
  const found =
    systemBrowser() ??
    (existsSync(playwrights) ? playwrights : await packagedBrowser());
  if (found === undefined) {
    throw new Error(
      "No browser: install Chromium or Chrome, run `npx playwright install chromium`, or set CHROMIUM_PATH.",
    );
  }
  return found;
}
