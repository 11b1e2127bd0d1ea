/**
 * The rows of stored files; every write to `_storage` and `_file_keys` is here. Runs inside the caller's transaction,
 * without disk access.
 */
import { afterPrefix, encodeKey } from "../values/keys.ts";
import { must } from "../values/user-error.ts";
import type { JsonDocument, JsonValue } from "../values/json.ts";
import type { Catalog, TableInfo } from "../storage/storage-types.ts";
import type { Transaction } from "../transactions/transaction-types.ts";
import { BY_KEY, BY_STORAGE_ID, FILE_KEYS, STORAGE } from "./file-tables.ts";

export type StoredFile = {
  /** The `_storage` id. */
  readonly storageId: string;
  /** Name on disk and in the URL. */
  readonly key: string;
  /** base64, as in the table */
  readonly sha256: string;
  /** bytes */
  readonly size: number;
  readonly contentType: string | null;
};

/** The files of one component, or of the app. */
export class StoredFiles {
  readonly #catalog: Catalog;
  readonly #component: string;

  /** @param component its path; "" is the app */
  constructor(catalog: Catalog, component: string) {
    this.#catalog = catalog;
    this.#component = component;
  }

  /** Adds a file that is on disk already. @returns its storage id */
  insert(
    transaction: Transaction,
    file: Omit<StoredFile, "storageId">,
  ): string {
    const { key, sha256, size, contentType } = file;
    const row = transaction.insert(this.#numberOf(STORAGE), {
      sha256,
      size,
      ...(contentType === null ? {} : { contentType }),
    });
    transaction.insert(this.#numberOf(FILE_KEYS), { key, storageId: row._id });
    return row._id;
  }

  byStorageId(transaction: Transaction, storageId: string): StoredFile | null {
    const row = this.#find(transaction, BY_STORAGE_ID, storageId);
    return row && this.#join(transaction, row);
  }

  byKey(transaction: Transaction, key: string): StoredFile | null {
    const row = this.#find(transaction, BY_KEY, key);
    return row && this.#join(transaction, row);
  }

  /** Removes a file. @returns its key, null when there was none */
  remove(transaction: Transaction, storageId: string): string | null {
    const row = this.#find(transaction, BY_STORAGE_ID, storageId);
    if (row === null) return null;
    transaction.remove(this.#numberOf(STORAGE), storageId);
    transaction.remove(this.#numberOf(FILE_KEYS), row._id);
    return row["key"] as string;
  }

  #join(transaction: Transaction, row: JsonDocument): StoredFile | null {
    const storageId = row["storageId"] as string;
    const file = transaction.get(this.#numberOf(STORAGE), storageId);
    if (file === null) return null;
    return {
      storageId,
      key: row["key"] as string,
      sha256: file["sha256"] as string,
      size: file["size"] as number,
      contentType: (file["contentType"] as string | undefined) ?? null,
    };
  }

  #find(
    transaction: Transaction,
    name: string,
    value: JsonValue,
  ): JsonDocument | null {
    const table = this.#table(FILE_KEYS);
    // A component deployed by an older engine has no table until the disk accepts one.
    if (table === undefined) return null;
    const index = must(
      this.#catalog.index(table.number, name),
      `no index ${name}`,
    );
    const lower = encodeKey([value]);
    const scan = transaction.scan(
      index,
      { lower, upper: afterPrefix(lower) },
      "asc",
    );
    const row = scan.next();
    scan.close();
    return row && row.document;
  }

  #numberOf(name: string): number {
    return must(this.#table(name), `no table ${name}`).number;
  }

  #table(name: string): TableInfo | undefined {
    return this.#catalog.table(name, this.#component);
  }
}

/** The file with this key, in any component: keys are unique. */
export function fileByKey(
  catalog: Catalog,
  transaction: Transaction,
  key: string,
): StoredFile | null {
  for (const { name, namespace = "" } of catalog.tables()) {
    if (name !== FILE_KEYS) continue;
    const file = new StoredFiles(catalog, namespace).byKey(transaction, key);
    if (file !== null) return file;
  }
  return null;
}
