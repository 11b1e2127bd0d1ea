/** Single byte ranges (RFC 9110 §14). Pure. */

export type ByteRange =
  | { readonly kind: "whole" }
  /** Both ends included. */
  | { readonly kind: "part"; readonly first: number; readonly last: number }
  | { readonly kind: "unsatisfiable" };

const WHOLE = { kind: "whole" } as const;

/** Parses the Range header for a file of `size` bytes. Several ranges are refused, as in the backend. */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange {
  // An empty file has no parts; the backend returns all of it.
  if (header === undefined || size === 0) return WHOLE;
  const [unit = "", range] = header.split("=", 2);
  // Unknown units must be ignored.
  if (unit.trim().toLowerCase() !== "bytes" || range === undefined)
    return WHOLE;
  const ends = range.split("-").map((end) => end.trim());
  const isOne =
    ends.length === 2 && ends.every((end) => /^\d{0,15}$/.test(end));
  const [from = "", to = ""] = isOne ? ends : [];
  if (from === "" && to === "") return { kind: "unsatisfiable" };
  if (from === "") {
    const length = Math.min(Number(to), size);
    if (length === 0) return { kind: "unsatisfiable" };
    return { kind: "part", first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (first >= size || last < first) return { kind: "unsatisfiable" };
  return { kind: "part", first, last };
}
