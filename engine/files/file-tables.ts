/** The system tables of file storage. deploy/ creates them with all other system tables. */
import type { CatalogTarget } from "../storage/storage-types.ts";

/** Visible to functions through `db.system`: `{sha256, size, contentType?}`. Its ids are the storage ids. */
export const STORAGE = "_storage";

/**
 * One row per stored file: the unguessable name in its URL and on disk. Separate from `_storage`, because a storage id
 * may be shown to anyone, but the key gives access to the file.
 */
export const FILE_KEYS = "_file_keys";
export const BY_KEY = "by_key";
export const BY_STORAGE_ID = "by_storage_id";

export const FILE_TABLES: CatalogTarget["tables"] = [
  { name: STORAGE, indexes: [] },
  {
    name: FILE_KEYS,
    indexes: [
      { name: BY_KEY, fields: ["key"] },
      { name: BY_STORAGE_ID, fields: ["storageId"] },
    ],
  },
];
