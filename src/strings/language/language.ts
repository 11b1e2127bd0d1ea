/**
 * The page's language and its tables of strings. English is part of each app. Another language is one file here
 * (docs/languages.md), loaded only for its readers.
 */

/** The translated part of an English table: `Translated<typeof customers>`. */
export type Translated<T> = T extends string
  ? string
  : T extends readonly string[]
    ? readonly string[]
    : T extends (...given: infer Given) => string
      ? (...given: Given) => string
      : T extends (...given: never[]) => unknown
        ? T
        : { readonly [K in keyof T]?: Translated<T[K]> };

/** The exports of a language file: translated tables by their English names. */
type Translation = Readonly<Record<string, object>>;

/** The loaders of the languages by file: ./de.ts or ./pt-BR.ts (files.ts). */
export type LanguageFiles = Readonly<Record<string, () => Promise<object>>>;

const ENGLISH = "en";
/** Right-to-left languages that have a file or may get one. */
const RIGHT_TO_LEFT = ["ar", "fa", "he", "ur"];

let code = ENGLISH;
let locale: string | undefined;
let translation: Translation = {};

/**
 * Chooses the page's language and loads its strings, before anything renders and before the tables are read. Stays with
 * English when the file cannot be loaded.
 * @param wanted BCP 47 tags, best first: navigator.languages
 */
export async function openLanguage(
  wanted: readonly string[],
  files: LanguageFiles,
): Promise<void> {
  code = ENGLISH;
  translation = {};
  const found = wanted
    .map((tag) => known(tag, files))
    .find((one) => one !== null);
  locale = found?.tag;
  const load = files[`./${found?.code}.ts`];
  if (found && load) {
    try {
      translation = (await load()) as Translation;
      code = found.code;
    } catch (error) {
      console.error(`The strings in ${found.code} could not be loaded`, error);
      locale = undefined;
    }
  }
  document.documentElement.lang = code;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(code) ? "rtl" : "ltr";
}

/**
 * The locale for dates, numbers, lists and plurals: the user's variant of the page's language, such as en-US. British
 * English for users with neither.
 */
export function pageLocale(): string {
  return locale ?? (code === ENGLISH ? "en-GB" : code);
}

/** Whether the page is in English, as the build prerenders it. */
export function isEnglish(): boolean {
  return code === ENGLISH;
}

/**
 * A table in the page's language, with English in its gaps. Made when its app loads, after the language.
 * @param name of the constant that holds it, used by language files
 */
export function strings<T extends object>(name: string, english: T): T {
  const translated = translation[name];
  return translated === undefined ? english : filled(english, translated);
}

/** The language for a tag: its own file, else that of the language without region. */
function known(
  tag: string,
  files: LanguageFiles,
): { code: string; tag: string } | null {
  if (!isLocale(tag)) return null;
  const [language = ""] = tag.split("-");
  const codes = [tag, language];
  const one = codes.find((name) => name === ENGLISH || `./${name}.ts` in files);
  return one === undefined ? null : { code: one, tag };
}

/** Chromium under the system locale "C" asks for en-US@posix, for which Intl throws. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

function filled<T>(english: T, translated: object): T {
  const table = Object.entries(english as object).map(([key, text]) => {
    const own = (translated as Record<string, unknown>)[key];
    if (own === undefined) return [key, text] as const;
    const isGroup = typeof text === "object" && !Array.isArray(text);
    return [key, isGroup ? filled(text, own as object) : own] as const;
  });
  return Object.fromEntries(table) as T;
}
