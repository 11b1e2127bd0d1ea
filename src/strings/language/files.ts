/** The languages that have a file. Separate from language.ts, because only Vite can glob files. */
import type { LanguageFiles } from "./language";

/** Files such as ./de.ts or ./pt-BR.ts. A new language needs only such a file. */
export const languageFiles: LanguageFiles = import.meta.glob<object>([
  "./[a-z][a-z].ts",
  "./[a-z][a-z]-[A-Z][A-Z].ts",
]);
