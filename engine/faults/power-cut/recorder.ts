/**
 * Loaded before a program (`--import`), in each of its threads. Records what the program does to the files of a data
 * folder, and its standard output. The engine does not know about it.
 *
 * Calls of `node:fs` are recorded directly. SQLite writes files without `node:fs`. After each of its statements that
 * may write, the files are compared with their earlier contents. The changes count as written and synced as SQLite
 * documents it (https://sqlite.org/wal.html, https://sqlite.org/pragma.html#pragma_synchronous). With FULL the log is
 * synced at each commit, with NORMAL only before it is moved into the file. The file is synced after that, and a log's
 * header when it is started anew.
 */
import fs from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { threadId } from "node:worker_threads";
import type Database from "better-sqlite3";
import type { DiskEvent } from "./events.ts";

const folder = process.env["POWER_CUT_FOLDER"] ?? "";
const original = { ...fs };
const logFile = process.env["POWER_CUT_LOG"] ?? "";
const out = original.openSync(logFile, "a");
/** A system page. Differences are recorded in pieces that lie within one page. */
const PAGE = 4096;
const SECTOR = 512;
const LOG_HEADER = 32;

function emit(event: DiskEvent): void {
  original.writeSync(out, `${JSON.stringify(event)}\n`);
}

/** Name in the folder; null for files elsewhere or files that do not outlive the process. */
function nameOf(file: unknown): string | null {
  if (typeof file !== "string" || path.dirname(file) !== folder) return null;
  const name = path.basename(file);
  return /\.lock|-shm$/.test(name) ? null : name;
}

type Open = { readonly name: string; position: number };
const files = new Map<number, Open>();
const folders = new Set<number>();
let syncs = 0;

function synced(file: string): void {
  const id = `${threadId}.${++syncs}`;
  emit({ kind: "syncBegin", file, id });
  emit({ kind: "syncEnd", file, id });
}

function patchFiles(): void {
  fs.openSync = (file, flags, mode) => {
    const name = nameOf(file);
    const isThere = name !== null && original.existsSync(file);
    const descriptor = original.openSync(file, flags, mode);
    if (file === folder) folders.add(descriptor);
    if (name === null) return descriptor;
    if (!isThere) emit({ kind: "create", file: name });
    else if (String(flags).startsWith("w"))
      emit({ kind: "cut", file: name, length: 0 });
    files.set(descriptor, { name, position: 0 });
    return descriptor;
  };
  fs.closeSync = (descriptor) => {
    files.delete(descriptor);
    folders.delete(descriptor);
    original.closeSync(descriptor);
  };
  fs.writeSync = ((
    descriptor: number,
    content: Buffer | string,
    offset = 0,
    length?: number,
    position?: number | null,
  ) => {
    if (descriptor === 1) {
      emit({ kind: "said", text: String(content).trim() });
      return original.writeSync(1, String(content));
    }
    const bytes = Buffer.from(content).subarray(offset ?? 0);
    const part = bytes.subarray(0, length ?? bytes.length);
    const written = original.writeSync(
      descriptor,
      part,
      0,
      part.length,
      position ?? null,
    );
    const open = files.get(descriptor);
    if (open) {
      const at = position ?? open.position;
      if (typeof position !== "number") open.position += written;
      const base64 = part.subarray(0, written).toString("base64");
      emit({ kind: "write", file: open.name, at, bytes: base64 });
    }
    return written;
  }) as typeof fs.writeSync;
  fs.ftruncateSync = (descriptor, length = 0) => {
    original.ftruncateSync(descriptor, length ?? 0);
    const open = files.get(descriptor);
    if (open) emit({ kind: "cut", file: open.name, length: length ?? 0 });
  };
  fs.fsyncSync = (descriptor) => {
    original.fsyncSync(descriptor);
    const open = files.get(descriptor);
    if (open) synced(open.name);
    if (folders.has(descriptor)) emit({ kind: "syncNames" });
  };
  fs.fdatasync = ((
    descriptor: number,
    callback: (error: NodeJS.ErrnoException | null) => void,
  ) => {
    const file = files.get(descriptor)?.name ?? "";
    const id = `${threadId}.${++syncs}`;
    emit({ kind: "syncBegin", file, id });
    // The delay that a disk may have. It reveals syncs that are not awaited.
    setTimeout(() => {
      emit({ kind: "syncEnd", file, id });
      callback(null);
    }, 1);
  }) as typeof fs.fdatasync;
  fs.renameSync = (from, to) => {
    original.renameSync(from, to);
    const [file, target] = [nameOf(from), nameOf(to)];
    if (file === null || target === null) return;
    emit({ kind: "rename", file, to: target });
    const shadow = shadows.get(file);
    shadows.delete(file);
    if (shadow !== undefined) shadows.set(target, shadow);
  };
  fs.rmSync = (file, options) => {
    const name = nameOf(file);
    const isThere = name !== null && original.existsSync(file);
    original.rmSync(file, options);
    if (isThere) emit({ kind: "remove", file: name });
  };
  syncBuiltinESMExports();
}

/** Contents of SQLite's files at the last look; null when absent. */
const shadows = new Map<string, Buffer | null>();
const isFull = new Map<string, boolean>();

function contentOf(name: string): Buffer | null {
  try {
    return original.readFileSync(path.join(folder, name));
  } catch {
    return null;
  }
}

function namesOf(db: Database.Database): readonly [string, string] | null {
  const name = nameOf(path.resolve(db.name));
  return name === null || db.readonly ? null : [name, `${name}-wal`];
}

/** Contents recorded before this process. The previous process may have been killed between a write and its record. */
function recorded(): Map<string, Buffer> {
  const contents = new Map<string, Buffer>();
  const lines = original.readFileSync(logFile, "utf8").split("\n");
  for (const line of lines.filter(Boolean)) {
    const event = JSON.parse(line) as DiskEvent;
    if (event.kind === "create") contents.set(event.file, Buffer.alloc(0));
    if (event.kind === "remove") contents.delete(event.file);
    const content = "file" in event ? contents.get(event.file) : undefined;
    if (!content) continue;
    if (event.kind === "rename") {
      contents.delete(event.file);
      contents.set(event.to, content);
    }
    if (event.kind === "cut")
      contents.set(event.file, resized(content, event.length));
    if (event.kind === "write") {
      const bytes = Buffer.from(event.bytes, "base64");
      const end = Math.max(content.length, event.at + bytes.length);
      const grown = resized(content, end);
      bytes.copy(grown, event.at);
      contents.set(event.file, grown);
    }
  }
  return contents;
}

function resized(content: Buffer, length: number): Buffer {
  if (content.length === length) return content;
  const result = Buffer.alloc(length);
  content.copy(result);
  return result;
}

const atStart = threadId === 0 ? recorded() : null;

function before(db: Database.Database): void {
  for (const name of namesOf(db) ?? [])
    if (!shadows.has(name))
      shadows.set(
        name,
        atStart ? (atStart.get(name) ?? null) : contentOf(name),
      );
}

/**
 * @param isMove whether the log was moved into the file. All of it counts again when the process that did so last was
 * killed.
 */
function after(db: Database.Database, isMove = false): void {
  const names = namesOf(db);
  if (!names || (db.open && db.inTransaction)) return;
  const [file, log] = names;
  const logChanges = changesOf(log);
  const fileChanges = changesOf(file);
  const header = logChanges.filter(
    (change) => change.kind === "write" && change.at < LOG_HEADER,
  );
  const frames = logChanges.filter((change) => !header.includes(change));
  const isNew = frames[0]?.kind === "create";
  if (isNew) emit({ kind: "create", file: log });
  for (const change of header) emit(change);
  if (header.length > 0) synced(log);
  const isThere = shadows.get(log) !== null;
  for (const change of frames)
    if (change.kind === "write" || change.kind === "cut") emit(change);
  const isMoved = isMove || fileChanges.length > 0;
  if (isThere && (isMoved || (logChanges.length > 0 && isFull.get(file)))) {
    synced(log);
    emit({ kind: "syncNames" });
  }
  for (const change of fileChanges) emit(change);
  if (isMoved) synced(file);
  for (const change of frames) if (change.kind === "remove") emit(change);
}

function changesOf(file: string): DiskEvent[] {
  const old = shadows.get(file) ?? null;
  const now = contentOf(file);
  shadows.set(file, now);
  if (now === null) return old === null ? [] : [{ kind: "remove", file }];
  const changes: DiskEvent[] = old === null ? [{ kind: "create", file }] : [];
  const isSame = (at: number, end: number) =>
    old !== null &&
    end <= old.length &&
    now.subarray(at, end).equals(old.subarray(at, end));
  for (let page = 0; page < now.length; page += PAGE) {
    const end = Math.min(page + PAGE, now.length);
    if (isSame(page, end)) continue;
    let from = page;
    let to = end;
    while (isSame(from, Math.min(from + SECTOR, end))) from += SECTOR;
    while (to - SECTOR > from && isSame(to - SECTOR, to)) to -= SECTOR;
    const bytes = now.subarray(from, to);
    // The header of a log is written separately.
    const parts =
      file.endsWith("-wal") && from < LOG_HEADER ? [LOG_HEADER - from] : [0];
    const [head = 0] = parts;
    if (head > 0) changes.push(writeOf(file, from, bytes.subarray(0, head)));
    if (bytes.length > head)
      changes.push(writeOf(file, from + head, bytes.subarray(head)));
  }
  if (old !== null && now.length < old.length)
    changes.push({ kind: "cut", file, length: now.length });
  return changes;
}

const writeOf = (file: string, at: number, bytes: Buffer): DiskEvent => ({
  kind: "write",
  file,
  at,
  bytes: bytes.toString("base64"),
});

function patchDriver(): void {
  const require = createRequire(import.meta.url);
  const Driver = require("better-sqlite3") as typeof Database;
  const scratch = new Driver(":memory:");
  const statement = Object.getPrototypeOf(scratch.prepare("SELECT 1")) as {
    run: (...values: unknown[]) => unknown;
  };
  scratch.close();
  const { run } = statement;
  statement.run = function (
    this: Database.Statement,
    ...values: unknown[]
  ): unknown {
    const { database } = this;
    before(database);
    const result = run.apply(this as never, values);
    after(database);
    return result;
  };
  const prototype = Driver.prototype as unknown as Record<
    string,
    (...values: unknown[]) => unknown
  >;
  for (const name of ["exec", "pragma", "close"]) {
    const method = prototype[name];
    if (!method) throw new Error(`The driver has no ${name}`);
    prototype[name] = function (this: Database.Database, ...values) {
      before(this);
      const result = method.apply(this, values);
      const mode = /synchronous = (\w+)/.exec(String(values[0]))?.[1];
      if (mode)
        isFull.set(nameOf(path.resolve(this.name)) ?? "", mode === "FULL");
      after(this, String(values[0]).startsWith("wal_checkpoint(P"));
      return result;
    };
  }
}

patchFiles();
patchDriver();
