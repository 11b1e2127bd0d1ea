/** The formats of posters. */

export const formats = ["a4", "a6", "tent"] as const;
export type Format = (typeof formats)[number];

/** The paper of a format; a tent is a folded A4. */
export const paperOf = { a4: "a4", a6: "a6", tent: "a4" } as const;

/** A format from an address; A4 for any other text. */
export function readFormat(text: string | null): Format {
  return formats.find((format) => format === text) ?? "a4";
}
