/** What the tables of texts are, as types; derived from the English ones. No text is loaded from here. */
import type { customers } from "./en/customers";
import type { everyone } from "./en/everyone";
import type { owners } from "./en/owners";
import type { visitors } from "./en/visitors";

/** One table for each kind of reader, so that nobody loads what others read. */
export type Tables = {
  everyone: Table<typeof everyone>;
  visitors: Table<typeof visitors>;
  customers: Table<typeof customers>;
  owners: Table<typeof owners>;
};

/** Groups of sentences, and of functions that make one from numbers and names. */
type Table<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...given: infer Given) => infer Made
      ? (...given: Given) => Made extends string ? string : Made
      : T[K] extends readonly string[]
        ? readonly string[]
        : Table<T[K]>;
};

/** As much of the tables as somebody has translated. */
export type Translated<T> = T extends string | readonly string[]
  ? T
  : T extends (...given: never[]) => unknown
    ? T
    : { readonly [K in keyof T]?: Translated<T[K]> };
