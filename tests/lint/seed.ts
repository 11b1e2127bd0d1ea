/** The type of a seeded file, and helpers to write one. Holds no seed. */

/** One report: the rule and a part of its message (a zone's or a selector's message names it uniquely). */
export type Report = { readonly rule: string; readonly says?: string };
export type Seed = {
  readonly file: string;
  readonly code: string;
  /** Every report that the linter must make for this file. None for a good file. */
  readonly reports: readonly Report[];
};
export const zone = (says: string): Report => ({ rule: "house/zones", says });
export const syntax = (says: string): Report => ({
  rule: "house/no-restricted-syntax",
  says,
});
export const imports = (says: string): Report => ({
  rule: "house/no-restricted-imports",
  says,
});
export const property = (says: string): Report => ({
  rule: "no-restricted-properties",
  says,
});
export const rule = (name: string): Report => ({ rule: name });
export const reexport = (from: string) => `export { x } from "${from}";\n`;
export const bad = (
  file: string,
  code: string,
  ...reports: Report[]
): Seed => ({ file, code, reports });
export const good = (file: string, code: string): Seed => ({
  file,
  code,
  reports: [],
});
