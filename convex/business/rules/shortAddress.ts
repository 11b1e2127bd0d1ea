/** Short addresses of shops, `/j/{slug}`, for people who type them (product.md F8). */
import { plainLetters } from "../../base/rules/plainLetters";

const MIN = 3;
const MAX = 30;
/** As much of a text as a slug is made from. */
const MAX_READ = 200;
/** Addresses that one shop may hold, and new ones in a day. */
export const MAX_KEPT = 5;
export const MAX_NEW_A_DAY = 3;

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** A shop with one of these could pass for the platform. */
const RESERVED: ReadonlySet<string> = new Set([
  ...["account", "admin", "api", "app", "billing", "dashboard", "demo"],
  ...["display", "help", "join", "login", "logout", "official", "payment"],
  ...["privacy", "profile", "queue", "root", "security", "setup", "shop"],
  ...["signup", "staff", "support", "system", "terms", "test", "www"],
]);

/** The slug of a text: "Zoë's Bärte & Cuts" is `zoes-barte-cuts`. Null if it has too few letters of ours. */
export function slugOf(text: string): string | null {
  const plain = plainLetters(text.slice(0, MAX_READ))
    .replace(/'/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const slug = plain.length > MAX ? shortened(plain) : plain;
  return slug.length < MIN ? null : slug;
}

/** Ends with a whole word, if one is long enough. */
function shortened(plain: string): string {
  const words = plain.slice(0, MAX + 1).replace(/-[^-]*$/, "");
  return words.length < MIN ? plain.slice(0, MAX) : words.slice(0, MAX);
}

export function isReserved(slug: string): boolean {
  return RESERVED.has(slug) || slug.replaceAll("-", "").includes("yourturn");
}

/**
 * The slugs for a new shop, in the order in which to try them: its name, the name with a number, the name with a piece
 * of the business's id. Names that give none begin with `shop`.
 */
export function slugsFor(name: string, id: string): string[] {
  const own = slugOf(name);
  const usable = own !== null && !isReserved(own) ? own : null;
  const numbered = usable === null ? [] : [usable, ...withNumbers(usable)];
  return [...numbered, ...piecesOf(id).map((end) => join(usable, end))];
}

function withNumbers(slug: string): string[] {
  return ["2", "3", "4", "5", "6", "7", "8", "9"].map((end) => join(slug, end));
}

/** Four characters from each place. The first two are the same for all businesses. */
function piecesOf(id: string): string[] {
  const plain = id.replace(/[^a-z0-9]/g, "").slice(2);
  return Array.from({ length: Math.max(0, plain.length - 3) }, (_, at) =>
    plain.slice(at, at + 4),
  );
}

function join(slug: string | null, end: string): string {
  const begin = (slug ?? "shop").slice(0, MAX - 1 - end.length);
  return `${begin.replace(/-$/, "")}-${end}`;
}

/** The slug that someone typed after `/j/`; null if it cannot be one. Capitals and a slash at the end do not matter. */
export function typedSlug(typed: string): string | null {
  const slug = typed.toLowerCase().replace(/\/$/, "");
  const fits = slug.length >= MIN && slug.length <= MAX && SLUG.test(slug);
  return fits ? slug : null;
}
