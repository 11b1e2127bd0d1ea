/**
 * A function's database while migrations run: documents are read and patched in their newest form.
 * Indexes hold what is stored: an older document is found by its older fields.
 */
import type { Fields, Lookup } from "../rules/define";
import { migrations } from "../rules/list";
import { isMigrating } from "../rules/phase";

/** Tables are always named (the linter's explicit-table-ids). */
type Database = {
  readonly get: (table: string, id: string) => Promise<Fields | null>;
  readonly query: (table: string) => Query;
  readonly patch: (table: string, id: string, to: Fields) => Promise<void>;
};
type Query = AsyncIterable<Fields> & {
  readonly [name: string]: (...args: unknown[]) => unknown;
};
type Range = { readonly eq: (field: string, value: unknown) => Range };
type Page = { readonly page: readonly Fields[] };
type Form = (document: Fields) => Promise<Fields>;

const storedOf = new WeakMap<object, object>();

/** The ctx, reading through the migrations while this deployment runs them; otherwise unchanged. */
export function inNewestForm<Ctx extends object>(ctx: Ctx): Ctx {
  if (!isMigrating || !("db" in ctx)) return ctx;
  return { ...ctx, db: newest(ctx.db as Database) };
}

/** The original of `inNewestForm`: documents as stored. */
export function inStoredForm<Db extends object>(db: Db): Db {
  return (storedOf.get(db) ?? db) as Db;
}

export function lookupIn(db: object): Lookup {
  const stored = db as Database;
  return {
    get: (table, id) => stored.get(table, id),
    all: async (table, index, equal) => {
      const range = (query: Range) =>
        Object.entries(equal).reduce(
          (narrowed, [field, value]) => narrowed.eq(field, value),
          query,
        );
      const found = stored.query(table)["withIndex"]?.(index, range) as Query;
      return (await found["collect"]?.()) as Fields[];
    },
  };
}

function newest(stored: Database): Database {
  const db: Database = {
    ...stored,
    get: async (table, id) => {
      const document = await stored.get(table, id);
      return document && (await formOf(stored, table)(document));
    },
    query: (table) => inForm(formOf(stored, table), stored.query(table)),
    patch: async (table, id, to) => {
      const document = await stored.get(table, id);
      const changes = document && (await changesOf(stored, table, document));
      await stored.patch(table, id, { ...changes, ...to });
    },
  };
  storedOf.set(db, stored);
  return db;
}

function formOf(stored: Database, table: string): Form {
  return async (document) => {
    const changes = await changesOf(stored, table, document);
    const fields = Object.entries({ ...document, ...changes });
    return Object.fromEntries(
      fields.filter(([, value]) => value !== undefined),
    );
  };
}

async function changesOf(
  stored: Database,
  table: string,
  document: Fields,
): Promise<Fields> {
  let changes: Fields = {};
  for (const migration of migrations) {
    if (migration.table !== table) continue;
    const form = { ...document, ...changes };
    const next = await migration.migrateOne(form, lookupIn(stored));
    changes = { ...changes, ...next };
  }
  return changes;
}

function inForm(form: Form, query: Query): Query {
  const call = (name: string, args: unknown[]) => query[name]?.(...args);
  const narrowed =
    (name: string) =>
    (...args: unknown[]) =>
      inForm(form, call(name, args) as Query);
  const one =
    (name: string) =>
    async (...args: unknown[]) => {
      const document = (await call(name, args)) as Fields | null;
      return document && (await form(document));
    };
  const all =
    (name: string) =>
    async (...args: unknown[]) =>
      await Promise.all(((await call(name, args)) as Fields[]).map(form));
  return {
    fullTableScan: narrowed("fullTableScan"),
    withIndex: narrowed("withIndex"),
    withSearchIndex: narrowed("withSearchIndex"),
    order: narrowed("order"),
    filter: narrowed("filter"),
    first: one("first"),
    unique: one("unique"),
    take: all("take"),
    collect: all("collect"),
    paginate: async (...args) => {
      const found = (await call("paginate", args)) as Page;
      return { ...found, page: await Promise.all(found.page.map(form)) };
    },
    async *[Symbol.asyncIterator]() {
      for await (const document of query) yield await form(document);
    },
  } as Query;
}
