/** The page's language and its tables. English is in each app; another language is one file (docs/languages.md). */

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

type Translation = Readonly<Record<string, object>>;

export type LanguageFiles = Readonly<Record<string, () => Promise<object>>>;

const ENGLISH = "en";
/** Right-to-left languages that have a file or may get one. */
const RIGHT_TO_LEFT = ["ar", "fa", "he", "ur"];

let code = ENGLISH;
let locale: string | undefined;
let translation: Translation = {};

/** Before the tables are read. Stays with English if the file cannot be loaded. `wanted`: BCP 47 tags, best first. */
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

/** For dates, numbers, lists and plurals: the user's variant of the page's language, else British English. */
export function pageLocale(): string {
  return locale ?? (code === ENGLISH ? "en-GB" : code);
}

/** Whether the page is in English, as the build prerenders it. */
export function isEnglish(): boolean {
  return code === ENGLISH;
}

/** A table in the page's language, with English in its gaps. `name` is its constant in language files. */
export function strings<T extends object>(name: string, english: T): T {
  const translated = translation[name];
  return translated === undefined ? english : filled(english, translated);
}

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
