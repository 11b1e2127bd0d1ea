/** The five apps of this client, each with its own build, and which one renders an address. */
// With .ts, because build/ loads this file in Node.
import { isAtOrBelow, paths } from "../lib/address/paths.ts";
import { shortPath } from "../lib/address/short.ts";

export type AppName =
  /** The public pages; prerendered, without router and backend. */
  | "front"
  /** Sign-in, payment, the dashboard. */
  | "site"
  /** The platform's admins: all addresses below /admin. */
  | "admin"
  /** /join, and /j/ before it: opened on a phone at a door, so it carries no router, no sign-in and no windows. */
  | "customer"
  /** /display: stays open on a wall for months, without sign-in. */
  | "display";

export const frontPaths = [
  paths.home,
  paths.bookDemo,
  paths.privacy,
  paths.terms,
] as const;

export type FrontPath = (typeof frontPaths)[number];

/** An address without trailing slashes. The address of a page's file (`pageOf`) becomes the page's own. */
export function plainPath(pathname: string): string {
  const path = pathname.replace(/(\.html\/*|(?<!\/)\/+)$/, "");
  return path === "" || path === "/index" ? paths.home : path;
}

/** These read their address themselves, including what is below it. */
const WITH_ROUTER: readonly AppName[] = ["site", "admin"];

/** The address of a page to load: its file, which every static host serves, unless its app reads the address. */
export function pageOf(pathname: string): string {
  const path = plainPath(pathname);
  // Its page is found in small letters only.
  if (shortPath.test(path)) return path.toLowerCase();
  const isPlain = path === paths.home || WITH_ROUTER.includes(appOf(path));
  return isPlain ? path : `${path}.html`;
}

/** Unknown addresses belong to the site, which has the page for them. */
export function appOf(pathname: string): AppName {
  const path = plainPath(pathname);
  if (path === paths.join || shortPath.test(path)) return "customer";
  if (path === paths.display) return "display";
  if (isAtOrBelow(path, paths.admin)) return "admin";
  return isFrontPath(path) ? "front" : "site";
}

export function isFrontPath(path: string): path is FrontPath {
  return (frontPaths as readonly string[]).includes(path);
}
