/**
 * What a name in a snapshot ZIP stands for. Any folders may precede it; a last folder `_components/<name>/` names the owning
 * component. Source: parse.rs of get-convex/convex-backend, crates/application/src/snapshot_import.
 */
import { decodeId } from "../values/ids.ts";
import { checkIdentifier } from "../values/limits.ts";
import { ImportError } from "./import-error.ts";
import type { OwnedTable } from "./owned-table.ts";

export type ZipName =
  | ({ readonly kind: "documents" | "generatedSchema" } & OwnedTable)
  | {
      readonly kind: "file";
      readonly storageId: string;
      /** Path of the component that owns the file. */
      readonly component: string;
    };

const TABLE = /^(.*\/)?([^/]+)\/(documents|generated_schema)\.jsonl$/s;
const STORED = /^(.*\/)?_storage\/([^/.]+)(?:\.[^/]+)?$/s;
const COMPONENT = /^(.*\/)?_components\/([^/]+)\/$/s;

/**
 * @param base path of the component to import into; "" is the app
 * @returns null for a name that imports ignore
 * @throws ImportError
 */
export function parseZipName(fileName: string, base: string): ZipName | null {
  const [, folder = "", name, file] = TABLE.exec(fileName) ?? [];
  if (name !== undefined) {
    checkTableName(name);
    const component = componentOf(folder, base);
    const kind = file === "documents" ? "documents" : "generatedSchema";
    return { kind, name, component };
  }
  const [, before = "", storageId] = STORED.exec(fileName) ?? [];
  if (storageId === undefined) return null;
  if (decodeId(storageId) === null)
    throw new ImportError(
      "InvalidStorageId",
      `_storage id '${storageId}' invalid`,
    );
  return { kind: "file", storageId, component: componentOf(before, base) };
}

/** `snapshot/_components/visits/_components/journal/` → `visits/journal`. */
function componentOf(folder: string, base: string): string {
  const names: string[] = [];
  let rest = folder;
  for (;;) {
    const [, before = "", name] = COMPONENT.exec(rest) ?? [];
    if (name === undefined) break;
    names.unshift(name);
    rest = before;
  }
  // Otherwise a component's table would be taken for one of the app's.
  if (/(?:^|\/)_components\//.test(rest))
    throw new ImportError(
      "InvalidZip",
      `invalid zip file: ${folder} is not a component's folder`,
    );
  return [base, ...names].filter((name) => name !== "").join("/");
}

function checkTableName(name: string): void {
  try {
    checkIdentifier(name);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ImportError(
      "InvalidTableName",
      `table name '${name}' invalid: ${why}`,
      cause,
    );
  }
}
