/** Class names as data. Nothing about what the classes mean. */

/** Joins the truthy parts with spaces, so that `cn("a", on && "b")` reads like a sentence. */
export function cn(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}
