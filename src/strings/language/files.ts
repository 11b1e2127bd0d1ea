/**
 * The languages that have a file. Apart from language.ts, because only Vite
 * can look for files, and the tables are read by browser tests as well.
 */
import type { LanguageFiles } from "./language";

/** Files such as ./de.ts or ./pt-BR.ts; adding one is all that a language needs. */
export const languageFiles: LanguageFiles = import.meta.glob<object>([
  "./[a-z][a-z].ts",
  "./[a-z][a-z]-[A-Z][A-Z].ts",
]);
