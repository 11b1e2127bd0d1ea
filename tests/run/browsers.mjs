/** Whether an app's built scripts use something that its oldest browsers (build/browsers.ts) lack. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { browsers } from "../../build/browsers.ts";
import { appOf } from "../../src/app/apps.ts";
import { paths } from "../../src/lib/address/paths.ts";
import { lackingIn } from "./lacking.mjs";
import { pageIn } from "./weights.mjs";

/** Names that do no harm, and why. */
const HARMLESS = {
  ".startViewTransition()": "React, inside a try",
  "Navigator.connection": "React, after asking",
  ".addRoutes()": "sw.js, after asking",
  URLPattern: "sw.js, after asking for addRoutes",
  ".showNotification()": "sw.js, when a push has come",
  ".getNotifications()": "ring.ts, inside a try",
  Notification: "ring.ts, inside a try",
};
/** On the pages of every app. */
const PUBLIC = ["theme.js", "sw.js", "offline.js"];

export const apps = Object.keys(browsers);

/** @returns {string[]} such as "customer-app-C2.js: .at()" */
export function lackingOf(dist, app) {
  const own = Object.values(paths).filter((path) => appOf(path) === app);
  const pages = own.map((path) => join(dist, pageIn(path)));
  const files = new Set(PUBLIC);
  for (const page of pages) addScripts(dist, readFileSync(page, "utf8"), files);
  return [...files].flatMap((file) =>
    lackingIn(readFileSync(join(dist, file), "utf8"), browsers[app])
      .filter((name) => !(name in HARMLESS))
      .map((name) => `${file}: ${name}`),
  );
}

/** All that a text names, also what is loaded later. */
function addScripts(dist, text, files) {
  for (const [, name] of text.matchAll(/(?:assets|\.)\/([\w-]+\.js)\b/g)) {
    const file = `assets/${name}`;
    if (files.has(file) || PUBLIC.includes(name)) continue;
    files.add(file);
    addScripts(dist, readFileSync(join(dist, file), "utf8"), files);
  }
}
