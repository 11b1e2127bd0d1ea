/** Exports and imports through the HTTP calls of the official CLI. */
import { strFromU8, unzipSync } from "fflate";
import { vi } from "vitest";
import { databaseFile } from "../../storage/opening/layout.ts";
import { connectToRead } from "../../storage/database/sqlite.ts";
import type { TestEngine } from "../open-engine.ts";

export type ImportOptions = {
  readonly format?: "csv" | "jsonLines" | "jsonArray" | "zip";
  readonly mode?: "requireEmpty" | "append" | "replace" | "replaceAll";
  readonly table?: string;
  /** Path of the target component. */
  readonly component?: string;
  /** Bytes per part. */
  readonly part?: number;
};

export type State = {
  readonly state: string;
  readonly message_to_confirm?: string;
  readonly require_manual_confirmation?: boolean;
  readonly checkpoint_messages?: readonly string[];
  readonly num_rows_written?: string;
  readonly error_message?: string;
};

export async function ask(engine: TestEngine, path: string, args: object = {}) {
  const body = { path, args, format: "json" };
  const { value } = (await engine.admin("POST", "/api/query", body)) as {
    value: unknown;
  };
  return value;
}

/** A ZIP of everything, including stored files. */
export async function exportOf(engine: TestEngine): Promise<Buffer> {
  await engine.admin("POST", "/api/export/request/zip?includeStorage=true");
  const ts = await vi.waitFor(async () => {
    const latest = (await ask(engine, "_system/cli/exports:getLatest")) as {
      state: string;
      start_ts: string;
    };
    if (latest.state !== "completed") throw new Error(latest.state);
    return latest.start_ts;
  });
  const response = await fetch(`${engine.url}/api/export/zip/${ts}`, {
    headers: { Authorization: `Convex ${engine.adminKey}` },
  });
  return Buffer.from(await response.arrayBuffer());
}

/** The entries of `exportOf`, by name. */
export async function contentOf(
  engine: TestEngine,
): Promise<Record<string, string>> {
  const entries = Object.entries(unzipSync(await exportOf(engine)));
  return Object.fromEntries(
    entries.map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
}

/** Documents on disk under no table's number. */
export function draftedIn(data: string): number {
  const connection = connectToRead(databaseFile(data));
  const count = connection
    .prepare("SELECT count(*) FROM documents WHERE tbl < 0")
    .pluck();
  try {
    return Number(count.get());
  } finally {
    connection.close();
  }
}

/** Sends a file and waits until it is read. @returns its id and state */
export async function upload(
  engine: TestEngine,
  file: string | Uint8Array,
  options: ImportOptions = {},
): Promise<{ id: string; state: State }> {
  const { format = "zip", mode = "requireEmpty", part } = options;
  const { table: tableName, component: componentPath } = options;
  const bytes = Buffer.from(file);
  const { uploadToken } = (await engine.admin(
    "POST",
    "/api/import/start_upload",
  )) as { uploadToken: string };
  const size = part ?? (bytes.length || 1);
  const partTokens: unknown[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += size)
    partTokens.push(
      await sendPart(
        engine,
        `uploadToken=${uploadToken}&partNumber=${partTokens.length + 1}`,
        bytes.subarray(at, at + size),
      ),
    );
  const { importId } = (await engine.admin(
    "POST",
    "/api/import/finish_upload",
    {
      import: { tableName, componentPath, mode, format },
      uploadToken,
      partTokens,
    },
  )) as { importId: string };
  return { id: importId, state: await settled(engine, importId) };
}

async function sendPart(engine: TestEngine, query: string, bytes: Buffer) {
  const response = await fetch(
    `${engine.url}/api/import/upload_part?${query}`,
    {
      method: "POST",
      headers: {
        Authorization: `Convex ${engine.adminKey}`,
        "Content-Type": "application/octet-stream",
      },
      body: bytes as BodyInit,
    },
  );
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as unknown;
}

export async function perform(engine: TestEngine, id: string): Promise<State> {
  await engine.admin("POST", "/api/perform_import", { importId: id });
  return await settled(engine, id);
}

export async function runImport(
  engine: TestEngine,
  file: string | Uint8Array,
  options: ImportOptions = {},
): Promise<State> {
  const { id, state } = await upload(engine, file, options);
  return state.state === "failed" ? state : await perform(engine, id);
}

const settled = async (engine: TestEngine, importId: string) =>
  await vi.waitFor(async () => {
    const { state } = (await ask(engine, "_system/cli/queryImport", {
      importId,
    })) as { state: State };
    if (["uploaded", "in_progress"].includes(state.state))
      throw new Error(state.state);
    return state;
  });
