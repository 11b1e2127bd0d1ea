/**
 * HTTP routes of `npx convex import`. The state of an import is the query `_system/cli/queryImport` (cli-queries.ts).
 */
import { asAdmin } from "../http/authorization.ts";
import { readJson, sendJson } from "../http/body.ts";
import type { Handle, Route } from "../http/route.ts";
import type { ImportMode } from "../snapshots/import-plan.ts";
import type { ImportFormat } from "../snapshots/import-source.ts";
import type { ImportArguments, Importer } from "../snapshots/importer.ts";
import { SnapshotError } from "../snapshots/snapshot-error.ts";
import type { Authenticator } from "../sync/callers.ts";
import type { JsonObject, JsonValue } from "../values/json.ts";
import { checkIdentifier } from "../values/limits.ts";

/** Bytes of a request other than a file part: it names at most ten thousand parts. */
const MAX_BODY = 1 << 20;

const FORMATS: Record<ImportFormat, string> = {
  csv: "CSV",
  jsonLines: "JSONL",
  jsonArray: "JSON",
  zip: "ZIP",
};
const MODES: readonly ImportMode[] = [
  "requireEmpty",
  "append",
  "replace",
  "replaceAll",
];

export function importRoutes(
  authenticator: Authenticator,
  importer: Importer,
): Route[] {
  const post = (path: string, handle: Handle): Route => ({
    method: "POST",
    path,
    handle: asAdmin(authenticator, handle),
  });
  const { uploads } = importer;
  return [
    post("/api/import/start_upload", async (_request, response) => {
      const uploadToken = await uploads.start();
      sendJson(response, 200, JSON.stringify({ uploadToken }));
    }),
    post("/api/import/upload_part", async (request, response, url) => {
      const token = await uploads.part(
        url.searchParams.get("uploadToken") ?? "",
        Number(url.searchParams.get("partNumber")),
        request.iterator({ destroyOnReturn: false }),
      );
      sendJson(response, 200, JSON.stringify(token));
    }),
    post("/api/import/finish_upload", async (request, response) => {
      const body = objectOf(await readJson(request, MAX_BODY));
      const given = argumentsOf(objectOf(body["import"] ?? null));
      const tokens = body["partTokens"];
      const path = await uploads.finish(
        String(body["uploadToken"]),
        Array.isArray(tokens) ? tokens.map(String) : [],
      );
      const importId = importer.start(path, given);
      sendJson(response, 200, JSON.stringify({ importId }));
    }),
    post("/api/perform_import", async (request, response) => {
      const { importId } = objectOf(await readJson(request, MAX_BODY));
      importer.confirm(String(importId));
      sendJson(response, 200, "null");
    }),
  ];
}

function objectOf(value: JsonValue): JsonObject {
  if (value !== null && typeof value === "object" && !Array.isArray(value))
    return value;
  throw new SnapshotError("BadJsonBody", "The body is not an object.");
}

/** @throws SnapshotError with the backend's texts */
function argumentsOf(given: JsonObject): ImportArguments {
  const { tableName, componentPath, mode = "requireEmpty", format } = given;
  const knownMode = MODES.find((one) => one === mode);
  if (typeof format !== "string" || !isFormat(format) || !knownMode)
    throw new SnapshotError(
      "BadImport",
      `There is no import of format ${String(format)} and mode ${String(mode)}.`,
    );
  const component = typeof componentPath === "string" ? componentPath : "";
  if (format === "zip") {
    if (tableName !== undefined)
      throw new SnapshotError(
        "InvalidName",
        "ZIP import cannot have table name",
      );
    return { format, mode: knownMode, table: null, component };
  }
  if (typeof tableName !== "string")
    throw new SnapshotError(
      "InvalidName",
      `${FORMATS[format]} import requires table name`,
    );
  const table = tableNameOf(tableName);
  return { format, mode: knownMode, table, component };
}

function isFormat(word: string): word is ImportFormat {
  return Object.hasOwn(FORMATS, word);
}

function tableNameOf(name: string): string {
  try {
    checkIdentifier(name);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SnapshotError(
      "ImportInvalidName",
      `invalid table name ${name}: ${why}`,
      cause,
    );
  }
  if (!name.startsWith("_")) return name;
  throw new SnapshotError(
    "InvalidTableName",
    `Invalid table name ${name} starts with metadata prefix '_'`,
  );
}
