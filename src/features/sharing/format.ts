/** The formats of posters. */
export const formats = ["a4", "a6", "tent"] as const;
export type Format = (typeof formats)[number];

/** Countries that print on US Letter. https://cldr.unicode.org, measurementData: paperSize */
const LETTER = "BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split(" ");

/** The paper of a format in a shop's country, ISO alpha-2; a tent is a folded sheet. */
export function paperOf(
  format: Format,
  country: string | null,
): "a4" | "a6" | "letter" {
  if (format === "a6") return "a6";
  return country !== null && LETTER.includes(country) ? "letter" : "a4";
}

export function readFormat(text: string | null): Format {
  return formats.find((format) => format === text) ?? "a4";
}
