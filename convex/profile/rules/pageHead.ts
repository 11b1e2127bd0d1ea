/** The head of a public page for link previews and search results (product.md S15), as HTML with all text escaped. */
import { escaped } from "../../base/rules/html";
import { cleanText } from "../../base/rules/names";
import { ownPath } from "../../base/rules/ownPath";
import { pageStrings as texts } from "./pageStrings";
import type { SignUp } from "../../base/rules/signUp";

export type PreviewedBusiness = {
  businessId: string;
  name: string;
  description: string | null;
  logoUrl: string | null;
};
export type ShopOfLink = Pick<PreviewedBusiness, "businessId" | "name">;

/** A public page: its path and the query that belongs to it. */
export type PublicPage = {
  path: string;
  /** Null on a page of no shop. */
  link: ShopLink | null;
};
/** What leads to a shop, as given: the id of a join link, or a typed short address (product.md F8). */
export type ShopLink = { businessId: string } | { typed: string };

/** As much as previews show, in characters. */
const MAX_DESCRIPTION = 200;
/** A placeholder for the product's origin. */
const HERE = "https://here.invalid";
/** Square, in public/. */
const ICON = "/icon-512.png";
const JOIN = "/join";
const SHORT = "/j/";
const HOME = "/";

const pages: Readonly<Partial<Record<string, Words>>> = {
  [HOME]: texts.home,
  "/book-demo": named(texts.bookDemo),
  "/login": named(texts.login),
  "/signup": named(texts.signup),
  "/privacy": named(texts.privacy),
  "/terms": named(texts.terms),
};

type Words = { title: string; description: string };

/** The public page at an address; null for any other. @param address path and query, from the caller */
export function publicPage(address: string): PublicPage | null {
  const own = ownPath(address);
  if (own === null) return null;
  const { pathname, searchParams } = new URL(own, HERE);
  const path = pathname.replace(/(?<!\/)\/+$/, "") || "/";
  if (path === JOIN) {
    return { path, link: { businessId: searchParams.get("b") ?? "" } };
  }
  if (path.startsWith(SHORT)) {
    return { path: JOIN, link: { typed: path.slice(SHORT.length) } };
  }
  return path in pages ? { path, link: null } : null;
}

/** From the site's root. */
export function joinPath({ businessId }: { businessId: string }): string {
  return `${JOIN}?b=${encodeURIComponent(businessId)}`;
}

/**
 * The tags of a page. @param business null for an unknown link, which is then hidden from search engines
 * @param siteUrl without a trailing slash; if empty, tags that need full addresses are left out
 * @param signUp if closed, the front page hides everything that is for sale (product.md V6)
 * @param showsClaims if false, its pages hide their claims
 */
export function pageHead(
  { path }: PublicPage,
  business: PreviewedBusiness | null,
  {
    siteUrl,
    signUp,
    showsClaims,
  }: { siteUrl: string; signUp: SignUp; showsClaims: boolean },
): string {
  const { title, description } = wordsOf(path, business);
  const logo = fullAddress(business?.logoUrl ?? null, siteUrl);
  const image = logo ?? fullAddress(ICON, siteUrl);
  const address = business === null ? path : joinPath(business);
  const url = fullAddress(address, siteUrl);
  const businessId = encodeURIComponent(business?.businessId ?? "");
  const isNowhere = path === JOIN && business === null;
  return [
    `<title>${escaped(title)}</title>`,
    meta("name", "description", description),
    isNowhere && meta("name", "robots", "noindex"),
    url !== null && !isNowhere && link("canonical", url),
    // For both, src/app/front.css hides what they name, before the first paint and without script.
    path === HOME && signUp === "closed" && meta("name", "sign-up", "closed"),
    path in pages && !showsClaims && meta("name", "claims", "off"),
    meta("property", "og:type", "website"),
    meta("property", "og:site_name", texts.site),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    url !== null && meta("property", "og:url", url),
    image !== null && meta("property", "og:image", image),
    image !== null &&
      meta("property", "og:image:alt", business?.name ?? texts.site),
    meta("name", "twitter:card", "summary"),
    // Placed before the product's own manifest, so that it wins.
    business !== null && link("manifest", `/api/join-manifest?b=${businessId}`),
  ]
    .filter((tag) => tag !== false)
    .join("\n    ");
}

function wordsOf(path: string, business: PreviewedBusiness | null): Words {
  if (business === null) return pages[path] ?? texts.home;
  const { join } = texts;
  const own = cleanText(business.description, MAX_DESCRIPTION);
  const description = own ?? join.description;
  return { title: join.title(business.name), description };
}

function named({ title, description }: Words): Words {
  return { title: texts.titled(title), description };
}

/** A full web address; null for none, or for other schemes. */
function fullAddress(address: string | null, siteUrl: string): string | null {
  if (address === null) return null;
  const base = siteUrl === "" ? undefined : siteUrl;
  if (!URL.canParse(address, base)) return null;
  const { protocol, href } = new URL(address, base);
  return protocol === "https:" || protocol === "http:" ? href : null;
}

function meta(kind: "name" | "property", key: string, content: string): string {
  return `<meta ${pair(kind, key)} ${pair("content", content)} />`;
}

function link(rel: string, href: string): string {
  return `<link ${pair("rel", rel)} ${pair("href", href)} />`;
}

function pair(name: string, value: string): string {
  return `${name}="${escaped(value)}"`;
}
