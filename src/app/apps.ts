/** The five apps of this client, each a build of its own (build/), and which of them draws an address. No code is shared between them on the wire, because hardly anybody needs two at once. */
import { isAtOrBelow, paths } from "../lib/address/paths.ts"; // build/ reads this file as well, as Node does

export type AppName =
  /** What visitors read; prerendered, without router and backend. */
  | "front"
  /** Sign-in, payment, the dashboard. */
  | "site"
  /** The platform's admins, at a desk: all below /admin. */
  | "admin"
  /** /join: opened on a phone at a door, so it carries no router, no sign-in and no windows. */
  | "customer"
  /** /display: stays open on a wall for months, without sign-in. */
  | "display";

/** The addresses of the front. */
export const frontPaths = [paths.home, paths.bookDemo] as const;

export type FrontPath = (typeof frontPaths)[number];

/** An address without slashes at its end; that of a page's file (`pageOf`) is the page's own. */
export function plainPath(pathname: string): string {
  const path = pathname.replace(/(\.html\/*|(?<!\/)\/+)$/, "");
  return path === "" || path === "/index" ? paths.home : path;
}

/** Read their address themselves, with what is below it. */
const WITH_ROUTER: readonly AppName[] = ["site", "admin"];

/** Where an address's page is had: at its file, which every static host serves, unless its app reads the address. */
export function pageOf(pathname: string): string {
  const path = plainPath(pathname);
  const isPlain = path === paths.home || WITH_ROUTER.includes(appOf(path));
  return isPlain ? path : `${path}.html`;
}

/** Unknown addresses are the site's, which has the page for them. */
export function appOf(pathname: string): AppName {
  const path = plainPath(pathname);
  if (path === paths.join) return "customer";
  if (path === paths.display) return "display";
  if (isAtOrBelow(path, paths.admin)) return "admin";
  return isFrontPath(path) ? "front" : "site";
}

/** Whether the front draws an address. */
export function isFrontPath(path: string): path is FrontPath {
  return (frontPaths as readonly string[]).includes(path);
}
