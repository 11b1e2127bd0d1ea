/**
 * Scans a whole database for damage in short steps, between which commits continue. Data stored twice must agree: a row with
 * its checksum, and each index with the documents. So the scan also finds missing documents and entries, which a reader cannot
 * notice. Changes nothing.
 */
import type { JsonDocument } from "../../values/json.ts";
import { keyOfDocument } from "../../values/keys.ts";
import { decodeDocument, sumOfAnswer } from "../checksums.ts";
import { type Damage, DamageError } from "../damage.ts";
import { BY_ID, placesIn } from "../catalog/places.ts";
import { isDamage, type Connection } from "../database/sqlite.ts";
import { damagedPart } from "../opening/start-check.ts";
import type { IndexRow } from "../writer/writer-messages.ts";
import { RowSet } from "./row-set.ts";
import { type ScanStatements, scanStatements } from "./statements.ts";

/** Rows per step: a few ms, in which SQLite cannot restart the log. */
const DOCUMENTS = 64;
const KEYS = 1000;

type IdPlace = { readonly place: number; readonly id: string };
const FIRST_ID: IdPlace = { place: Number.MIN_SAFE_INTEGER, id: "" };

export type Bite = {
  readonly found: readonly Damage[];
  readonly documents: number;
};

export class DatabaseScan {
  readonly #connection: Connection;
  readonly #sql: ScanStatements;
  #lastRow = Number.MAX_SAFE_INTEGER;
  #lastAnswer = Number.MAX_SAFE_INTEGER;
  /** Rows of documents seen so far. */
  readonly #rows = new RowSet();
  #found: Damage[] = [];
  #documents = 0;
  /** Sum of the catalog that `#indexes` was read from. */
  #catalog: unknown;
  #indexes = new Map<number, IndexRow[]>();
  /** Where documents of tables with a separate place lie, and which table owns such a place; see places.ts. */
  #places = new Map<number, number>();
  #owners = new Map<number, number>();

  /** @param connection used by no other reader */
  constructor(connection: Connection) {
    this.#connection = connection;
    this.#sql = scanStatements(connection);
  }

  /** Yields after each step; the caller decides how long to rest. */
  *run(): Generator<Bite> {
    // Ignores rows written later, or the scan would follow new writes forever.
    yield this.#bite(() => {
      this.#lastRow = Number(this.#sql.lastRow.get());
      this.#lastAnswer = Number(this.#sql.lastAnswer.get());
    });
    yield* this.#all(0, (after) => this.#documentsAfter(after));
    yield* this.#all(FIRST_ID, (after) => this.#idsAfter(after));
    for (const index of [...this.#indexes.values()].flat())
      yield this.#bite(() => this.#countEntries(index));
    yield* this.#all(0, (after) => this.#answersAfter(after));
    yield this.#bite(() => {
      const part = damagedPart(this.#connection);
      if (part !== null) throw new DamageError({ why: part });
    });
  }

  /** Steps that each return where the next one begins; null ends them. */
  *#all<Place>(
    first: Place,
    look: (from: Place) => Place | null,
  ): Generator<Bite> {
    const at: { place: Place | null } = { place: first };
    while (at.place !== null) {
      const from = at.place;
      // A failed step ends this pass: what lies behind it counts as damaged too.
      at.place = null;
      yield this.#bite(() => (at.place = look(from)));
    }
  }

  /** Reads one state of the database; what cannot be read is damage. */
  #bite(look: () => void): Bite {
    this.#found = [];
    this.#documents = 0;
    this.#attempt({}, () => {
      this.#connection.exec("BEGIN");
      try {
        this.#readCatalog();
        look();
      } finally {
        this.#connection.exec("COMMIT");
      }
    });
    return { found: this.#found, documents: this.#documents };
  }

  #attempt(where: Omit<Damage, "why">, look: () => void): void {
    try {
      look();
    } catch (error) {
      if (error instanceof DamageError) this.#found.push(error.damage);
      else if (isDamage(error))
        this.#found.push({ ...where, why: (error as Error).message });
      else throw error;
    }
  }

  #readCatalog(): void {
    const catalog = this.#sql.catalogSum.get();
    if (catalog === this.#catalog) return;
    const indexes = this.#sql.indexes();
    this.#indexes = Map.groupBy(
      indexes.filter(({ name }) => name !== BY_ID),
      ({ table }) => table,
    );
    this.#places = placesIn(indexes);
    this.#owners = new Map([...this.#places].map(([table, at]) => [at, table]));
    this.#catalog = catalog;
  }

  #placeOf(table: number): number {
    return this.#places.get(table) ?? table;
  }

  /** The table whose documents lie in a place; null for drafts and leftovers. */
  #ownerOf(place: number): number | null {
    const owner = this.#owners.get(place);
    if (owner !== undefined) return owner;
    return place > 0 && !this.#places.has(place) ? place : null;
  }

  /** Checks documents in file order: their sums, and their entries in each index. */
  #documentsAfter(after: number): number | null {
    let rows: ReturnType<ScanStatements["documents"]>;
    try {
      rows = this.#sql.documents(after, this.#lastRow, DOCUMENTS);
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#found.push({ why: (error as Error).message });
      return this.#beyond(after);
    }
    for (const [row, place, id, body, sum] of rows) {
      this.#documents++;
      this.#rows.add(row);
      const table = this.#ownerOf(place);
      if (table === null) continue;
      this.#attempt({ table, id }, () => {
        const document = decodeDocument(table, id, body, sum);
        this.#checkEntries(row, table, document);
      });
    }
    return rows.at(-1)?.[0] ?? null;
  }

  /** The next readable row after an unreadable one. `#idsAfter` notices that those between are missing. */
  #beyond(row: number): number | null {
    for (let step = 1; row + step < this.#lastRow; step *= 2)
      try {
        const [next] = this.#sql.documents(row + step, this.#lastRow, 1);
        return next === undefined ? null : row + step;
      } catch (error) {
        if (!isDamage(error)) throw error;
      }
    return null;
  }

  #checkEntries(row: number, table: number, document: JsonDocument): void {
    const id = document._id;
    const miss = (index: string) =>
      this.#found.push({
        ...{ table, index, id },
        why: "it has no entry for a document",
      });
    this.#attempt({ table, index: "by_id", id }, () => {
      if (this.#sql.rowOf.get(this.#placeOf(table), id) !== row) miss("by_id");
    });
    for (const { id: index, name, fields } of this.#indexes.get(table) ?? [])
      this.#attempt({ table, index: name, id }, () => {
        const key = keyOfDocument(fields, document);
        if (this.#sql.hasEntry.get(index, key) === undefined) miss(name);
      });
  }

  /** Checks ids in index order: the document of each must exist. */
  #idsAfter(after: IdPlace): IdPlace | null {
    const rows = this.#sql.ids(after.place, after.id, KEYS);
    for (const { place, id, row } of rows) {
      const table = this.#ownerOf(place);
      if (table === null || this.#rows.has(row)) continue;
      this.#attempt({ table, id }, () => {
        // It may have been added meanwhile.
        if (this.#sql.idAt.get(row) === id) return;
        throw new DamageError({ table, id, why: "it is not there" });
      });
    }
    return rows.at(-1) ?? null;
  }

  /** Each document has an entry. Equal counts prove that there are no other entries. */
  #countEntries({ id, table, name }: IndexRow): void {
    this.#attempt({ table, index: name }, () => {
      const isThere = this.#indexes.get(table)?.some((one) => one.id === id);
      if (isThere !== true) return;
      const entries = Number(this.#sql.countEntries.get(id));
      const documents = Number(
        this.#sql.countDocuments.get(this.#placeOf(table)),
      );
      if (entries === documents) return;
      const why = `it has ${entries} entries for ${documents} documents`;
      throw new DamageError({ table, index: name, why });
    });
  }

  #answersAfter(after: number): number | null {
    const rows = this.#sql.answers(after, this.#lastAnswer, KEYS);
    for (const [ts, session, request, result, logs, sum] of rows) {
      const isWhole =
        sum === sumOfAnswer(ts, session, request, result, logs) &&
        this.#sql.answerOf.get(session, request) === ts;
      if (!isWhole)
        this.#found.push({ why: `the answer of commit ${ts} has changed` });
    }
    return rows.at(-1)?.[0] ?? null;
  }
}
