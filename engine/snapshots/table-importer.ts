/** Turns rows of an imported table into documents and writes them into its draft. */
import { STORAGE } from "../files/file-tables.ts";
import type { TableDrafts } from "../storage/storage-types.ts";
import type { CreationClock } from "../transactions/creation-clock.ts";
import { CLOUD_FILES } from "../transactions/namespace-tables.ts";
import { toDocument } from "../transactions/system-fields.ts";
import { importedValue, type WholeNumbers } from "../values/import-json.ts";
import { decodeId, newId, shownNumber } from "../values/ids.ts";
import type { JsonObject, JsonText, JsonValue } from "../values/json.ts";
import { UserError } from "../values/user-error.ts";
import { ImportError, invalidValue } from "./import-error.ts";

export type TableRules = {
  /** Its `keyOf` (owned-table.ts). */
  readonly key: string;
  readonly number: number;
  /** Whether the table already has an id; for additions. */
  readonly has: (id: string) => boolean;
  /** What is wrong with a document, null when it fits the schema. */
  readonly complaint: (document: JsonObject) => string | null;
  /** Fields that are left out where a CSV has an empty cell. */
  readonly optional: ReadonlySet<string>;
};

/** Documents, and characters of them, written at once; other work gets a turn in between. */
const PIECE = { rows: 256, characters: 1 << 20 };

export class TableImporter {
  readonly #drafts: Pick<TableDrafts, "add">;
  readonly #rules: TableRules;
  readonly #times: CreationClock;
  #piece: [id: string, body: JsonText][] = [];
  #characters = 0;
  #count = 0;

  constructor(
    drafts: Pick<TableDrafts, "add">,
    rules: TableRules,
    times: CreationClock,
  ) {
    this.#drafts = drafts;
    this.#rules = rules;
    this.#times = times;
  }

  /** Documents so far. */
  get count(): number {
    return this.#count;
  }

  /** @throws ImportError with the backend's texts */
  async addRow(text: JsonText, whole: WholeNumbers): Promise<void> {
    const row = this.#count + 1;
    const value = rowOf(text, row, whole);
    if (value === null || typeof value !== "object" || Array.isArray(value))
      throw invalidValue(
        row,
        `expected object, received ${text.trim().slice(0, 100)}${text.trim().length > 100 ? "..." : ""}`,
      );
    for (const field of this.#rules.optional)
      if (value[field] === "") delete value[field];
    await this.add(value);
  }

  /** A document without an id or a creation time gets new ones. */
  async add(fields: JsonObject): Promise<void> {
    const { key, complaint } = this.#rules;
    const { _id: id, _creationTime: time } = fields;
    const row = this.#count + 1;
    const document = documentOf(
      fields,
      id === undefined ? newId(this.#rules.number) : this.#idOf(id),
      time === undefined ? this.#times.next() : timeOf(time, row),
      row,
    );
    const detail = complaint(document);
    if (detail !== null)
      throw new ImportError(
        "SchemaEnforcementError",
        `Failed to insert or update a document in table "${key}" because it does not match the schema: ${detail}`,
      );
    const body = JSON.stringify(document);
    this.#count++;
    this.#characters += body.length;
    this.#piece.push([document._id, body]);
    if (
      this.#piece.length >= PIECE.rows ||
      this.#characters >= PIECE.characters
    )
      await this.flush();
  }

  /** Writes what is left. */
  async flush(): Promise<void> {
    const piece = this.#piece;
    this.#piece = [];
    this.#characters = 0;
    const { key, has } = this.#rules;
    const known = piece.length === 0 ? 0 : await this.#drafts.add(key, piece);
    if (known > 0 || piece.some(([id]) => has(id)))
      throw new ImportError(
        "DuplicateId",
        `Objects in table "${key}" have duplicate _id fields`,
      );
  }

  #idOf(id: JsonValue): string {
    const { key, number } = this.#rules;
    const decoded = typeof id === "string" ? decodeId(id) : null;
    if (decoded === null)
      throw new ImportError("InvalidId", `invalid _id '${String(id)}'`);
    if (decoded.table !== shownNumber(number) && !isFileId(key, decoded.table))
      throw new ImportError(
        "ImportConflict",
        `_id ${String(id)} cannot be imported into '${key}' because it came from a different deployment and conflict with preexisting tables in this deployment. Try deleting preexisting tables or importing into an empty deployment.`,
      );
    return String(id);
  }
}

/** Whether ids of files may show this number besides that of the app's files. */
function isFileId(table: string, shown: number): boolean {
  return table === STORAGE && shown === CLOUD_FILES;
}

function rowOf(text: JsonText, row: number, whole: WholeNumbers): JsonValue {
  try {
    return importedValue(text, whole);
  } catch (cause) {
    if (cause instanceof UserError) throw invalidValue(row, cause);
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ImportError(
      "JsonInvalidRow",
      `Row ${row} wasn't valid JSON: ${why}`,
      cause,
    );
  }
}

function timeOf(time: JsonValue, row: number): number {
  if (typeof time === "number" && time > 0) return time;
  throw invalidValue(row, `invalid _creationTime ${JSON.stringify(time)}`);
}

function documentOf(fields: JsonObject, id: string, time: number, row: number) {
  try {
    return toDocument(fields, id, time);
  } catch (cause) {
    if (cause instanceof UserError) throw invalidValue(row, cause);
    throw cause;
  }
}
