/** One HTML file per address, made from index.html, so that its scripts load with it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "convex";
import { appOf, type AppName } from "../src/app/apps.ts";
import { adminFolders, adminPaths } from "../src/lib/address/admin-paths.ts";
import { paths } from "../src/lib/address/paths.ts";
import { withPlainStyle } from "./browsers.ts";
import type { Bundle } from "./bundle.ts";
import { plainStyle, recentStyle } from "./styles.ts";

/** Apps that query the backend without a sign-in first. */
const LIVE: readonly AppName[] = ["customer", "display"];
const SYNC = `/api/${version}/sync`;

/** Shown at every address without a page. */
const NOT_FOUND = "/404";
/** The portal's pages, by file. The engine sends a folder's 200 for each address in it, and its 404 for all others. */
const OF_PORTAL = [
  ...Object.values(adminPaths),
  ...Object.values(adminFolders).map((folder) => `${folder}/200`),
  `${paths.admin}${NOT_FOUND}`,
];

/** Screens of another name than their address. */
const SCREENS: Readonly<Record<string, string>> = {
  [paths.home]: "landing",
  [paths.short]: "join",
  [NOT_FOUND]: "not-found",
};

/** An address's screen, by convention the file of the same name. */
function screenOf(path: string): string {
  return `src/routes/${SCREENS[path] ?? path.slice(1)}.tsx`;
}

function fileOf(path: string): string {
  return path === paths.home ? "index.html" : `${path.slice(1)}.html`;
}

export type Built = {
  bundles: Record<AppName, Bundle>;
  /** The prerendered content of the pages, by address. */
  drawn: ReadonlyMap<string, string>;
  /** The backend is on the pages' origin. */
  isOwnBackend: boolean;
};

/** All pages, by file name. */
export function pagesOf(root: string, built: Built): Map<string, string> {
  const template = readFileSync(join(root, "index.html"), "utf8");
  const all = [...Object.values(paths), NOT_FOUND];
  const portal = page(template, paths.admin, built);
  return new Map([
    ...OF_PORTAL.map((path) => [fileOf(path), portal] as const),
    ...all.map((path) => [fileOf(path), page(template, path, built)] as const),
    [fileOf(`${paths.short}/200`), page(template, paths.short, built)],
  ]);
}

function page(template: string, path: string, built: Built): string {
  const app = appOf(path);
  const bundle = built.bundles[app];
  const scripts = bundle.scriptsOf([`src/app/${app}-app.tsx`, screenOf(path)]);
  const [entry, ...others] = scripts.map((file) => `/${file}`);
  const head = [
    `<script type="module" crossorigin src="${entry}"></script>`,
    ...others.map(
      (file) => `<link rel="modulepreload" crossorigin href="${file}">`,
    ),
    `<style>${withPlainStyle.includes(app) ? plainStyle(bundle.style.text) : recentStyle(bundle.style.text)}</style>`,
  ];
  const drawn = built.drawn.get(path);
  const isLive = built.isOwnBackend && LIVE.includes(app);
  const html = [
    replaced(
      '<script type="module" src="/src/main.ts"></script>',
      head.join(""),
    ),
    ...(isLive
      ? [replaced('src="/theme.js"', `src="/theme.js" data-live="${SYNC}"`)]
      : []),
    app === "customer" ? withoutFont : withFont(bundle),
    ...(drawn === undefined ? [] : withContent(drawn)),
  ].reduce((text, change) => change(text), template);
  return html.replaceAll(/\n\s*/g, "\n");
}

function withFont(bundle: Bundle) {
  const font = `/${bundle.asset(/latin-wght.*\.woff2$/).fileName}`;
  return replaced(/(?<=href=")\/node_modules\/[^"]*\.woff2/, font);
}

/** On a slow network it would delay the scripts. The loading sign's words ask for it, so it is there before the form. */
const withoutFont = replaced(/<link\s+rel="preload"[^>]*woff2[^>]*>/, "");

/** The page shows its content at once, without a loading sign or a text for browsers without scripts. */
function withContent(drawn: string) {
  const [, title = "", content = ""] =
    /^(<title>.*?<\/title>)(.*)$/s.exec(drawn) ?? [];
  if (title === "") throw new Error("A prerendered screen has no <title>");
  return [
    replaced(/<title>.*?<\/title>/s, title),
    replaced('<div id="root"></div>', `<div id="root">${content}</div>`),
    replaced(/<!-- Seen while .*?<\/noscript>/s, ""),
  ];
}

/** Replaces one place of a text. @throws Error when it is missing, so that a change of index.html cannot lose it */
function replaced(place: string | RegExp, by: string) {
  return (text: string): string => {
    // A function, so that "$&" in a style or a text has no special meaning.
    const changed = text.replace(place, () => by);
    if (changed === text) throw new Error(`index.html has no ${place}`);
    return changed;
  };
}
