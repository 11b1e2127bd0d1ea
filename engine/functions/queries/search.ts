/**
 * Full text search: finds documents with any of the words in their search field, the last word as a prefix, best
 * matches first. It reads the whole table, without a stored index: for thousands of documents, not millions.
 * Texts and word rules as in crates/search of get-convex/convex-backend; the ranking is BM25 as there, over whole
 * words.
 */
import type { JsonDocument, JsonObject, JsonValue } from "../../values/json.ts";
import { compareValues, encodeKey, valueAtPath } from "../../values/keys.ts";
import { must, UserError } from "../../values/user-error.ts";
import type { Execution } from "../running/execution.ts";
import type { SearchIndex } from "../deployed/active-schema.ts";
import { textOf } from "../syscalls/arguments.ts";
import type { Position } from "./cursor.ts";
import { undefinedOr } from "./expression.ts";
import type { Source } from "./source.ts";

/** Further words of a query are ignored. */
const MAX_TERMS = 16;
const MAX_RESULTS = 1024;
const MAX_FILTERS = 8;
/** Longer words are not indexed. */
const MAX_WORD = 32;

/** The usual constants of BM25. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

type Row = {
  readonly document: JsonDocument;
  readonly words: readonly string[];
};

/** @throws UserError when there is no such index or the query does not fit it. */
export function openSearch(
  execution: Execution,
  source: JsonObject,
  start: Position | null,
  end: Position | null,
): Source {
  const name = textOf(source["indexName"]);
  const index = execution.code.schema.searchIndex(name);
  if (index === undefined) throw new UserError(`Index ${name} not found.`);
  const filters = filtersOf(name, index, source["filters"]);
  const found = rank(
    rowsOf(execution, index, filters.equal),
    wordsOf(filters.text).slice(0, MAX_TERMS),
  ).filter(({ key }) => {
    if (start === "end" || (start !== null && key <= start.after)) return false;
    return end === null || end === "end" || key <= end.after;
  });
  let given = 0;
  return {
    next() {
      if (given === MAX_RESULTS)
        throw new UserError(
          `Search query scanned too many documents (fetched ${MAX_RESULTS}). Consider using a smaller limit, paginating the query, or using a filter field to limit the number of documents pulled from the search index.`,
        );
      return found[given++] ?? null;
    },
    close: () => {
      found.length = 0;
    },
  };
}

function filtersOf(
  name: string,
  index: SearchIndex,
  filters: JsonValue | undefined,
): { text: string; equal: (readonly [string, JsonValue | undefined])[] } {
  let text: string | null = null;
  const equal: (readonly [string, JsonValue | undefined])[] = [];
  for (const filter of (filters ?? []) as JsonObject[]) {
    const field = textOf(filter["fieldPath"]);
    const value = filter["value"] ?? null;
    if (filter["type"] === "Search") {
      if (field !== index.searchField)
        throw new UserError(
          `Search query against ${name} contains a search filter against "${field}", which doesn't match the indexed \`searchField\` "${index.searchField}".`,
        );
      if (text !== null)
        throw new UserError(
          `Search query against ${name} contains multiple search filters against "${field}". Only one is allowed.`,
        );
      text = textOf(value);
    } else {
      if (!index.filterFields.includes(field))
        throw new UserError(
          `Search query against ${name} contains an equality filter on "${field}" but that field isn't indexed for filtering in \`filterFields\`.`,
        );
      equal.push([field, undefinedOr(value)]);
    }
  }
  if (text === null)
    throw new UserError(
      `Search query against ${name} does not contain any search filters. You must include a search filter like \`q.search("${index.searchField}", searchText)\`.`,
    );
  if (equal.length > MAX_FILTERS)
    throw new UserError(
      `Search query against ${name} has too many filter conditions. Max: ${MAX_FILTERS} Actual: ${equal.length}`,
    );
  return { text, equal };
}

function rowsOf(
  { transaction, tables }: Execution,
  index: SearchIndex,
  equal: readonly (readonly [string, JsonValue | undefined])[],
): Row[] {
  const table = tables.table(index.table);
  if (table === undefined) return [];
  const byTime = must(
    tables.index(table.number, "by_creation_time"),
    `${index.table} has no index by creation time`,
  );
  const scan = transaction.scan(byTime, { lower: "", upper: null }, "asc");
  const rows: Row[] = [];
  for (let row = scan.next(); row !== null; row = scan.next()) {
    const { document } = row;
    const text = valueAtPath(document, index.searchField);
    const fits = equal.every(
      ([field, value]) =>
        compareValues(valueAtPath(document, field), value) === 0,
    );
    if (typeof text === "string" && fits)
      rows.push({ document, words: wordsOf(text) });
  }
  return rows;
}

/** Lower-cased runs of letters and digits. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && word.length <= MAX_WORD);
}

function rank(
  rows: readonly Row[],
  terms: readonly string[],
): { document: JsonDocument; key: string }[] {
  const matchers = terms.map((term, i) =>
    i === terms.length - 1
      ? (word: string) => word.startsWith(term)
      : (word: string) => word === term,
  );
  const counts = rows.map(({ words }) =>
    matchers.map((matches) => words.filter(matches).length),
  );
  const rarity = terms.map((_, i) => {
    const holders = counts.filter((count) => (count[i] ?? 0) > 0).length;
    return Math.log(1 + (rows.length - holders + 0.5) / (holders + 0.5));
  });
  const total = rows.reduce((sum, { words }) => sum + words.length, 0);
  const average = total / Math.max(rows.length, 1);
  return rows
    .map(({ document, words }, row) => {
      const length =
        1 - LENGTH_WEIGHT + LENGTH_WEIGHT * (words.length / (average || 1));
      const score = rarity.reduce((sum, weight, i) => {
        const count = counts[row]?.[i] ?? 0;
        return (
          sum +
          (weight * count * (SATURATION + 1)) / (count + SATURATION * length)
        );
      }, 0);
      const { _creationTime, _id } = document;
      return { document, score, key: encodeKey([-score, -_creationTime, _id]) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, MAX_RESULTS)
    .map(({ document, key }) => ({ document, key }));
}
