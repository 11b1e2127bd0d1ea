/** Joins the truthy parts with spaces: `cn("a", on && "b")`. */
export function cn(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}
