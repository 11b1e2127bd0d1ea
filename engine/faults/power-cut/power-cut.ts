/** Cuts a recorded run of the store at random points, opens what a disk might hold and compares acknowledgements. */
import Database from "better-sqlite3";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type * as Stores from "../../storage/store.ts";
import type { Store } from "../../storage/storage-types.ts";
import { Disk, type Loss, LOSSES, type Random, randomFrom } from "./disk.ts";
import type { DiskEvent } from "./events.ts";

const REPOSITORY = fileURLToPath(new URL("../../../", import.meta.url));
const ALL = { lower: "", upper: null };

/** Runs the workload twice, the first time without closing, and returns the events. @param root of the engine */
export async function record(
  pairs: number,
  root = REPOSITORY,
): Promise<DiskEvent[]> {
  const scratch = mkdtempSync(path.join(tmpdir(), "yourturn-record-"));
  try {
    const log = path.join(scratch, "events");
    const folder = path.join(scratch, "data");
    for (const [first, end] of [
      ["0", "leave"],
      [String(pairs), "close"],
    ] as const)
      await promisify(execFile)(
        process.execPath,
        [
          "--no-warnings",
          `--import=${pathToFileURL(path.join(import.meta.dirname, "recorder.ts")).href}`,
          path.join(import.meta.dirname, "workload.ts"),
          ...[root, folder, first, String(pairs), end],
        ],
        {
          env: { ...process.env, POWER_CUT_FOLDER: folder, POWER_CUT_LOG: log },
        },
      );
    const lines = readFileSync(log, "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as DiskEvent);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

export type CutReport = {
  readonly points: number;
  /** Commits that were acknowledged before the cuts, in total. */
  readonly acknowledged: number;
  /** Errors in words: the event, the kind of loss and the finding. */
  readonly wrong: readonly string[];
};

/** Cuts the power at random events. @param seed for everything random @param root of the engine that opens the rest */
export async function cutPower(
  events: readonly DiskEvent[],
  points: number,
  seed: number,
  root = REPOSITORY,
): Promise<CutReport> {
  const random = randomFrom(seed);
  const at = Array.from({ length: points }, () =>
    Math.floor(random() * (events.length + 1)),
  ).sort((a, b) => a - b);
  const scratch = mkdtempSync(path.join(tmpdir(), "yourturn-cut-"));
  const { openStore } = (await import(
    pathToFileURL(path.join(root, "engine/storage/store.ts")).href
  )) as typeof Stores;
  const disk = new Disk();
  const said = new Set<number>();
  const wrong: string[] = [];
  let done = 0;
  let acknowledged = 0;
  try {
    for (const [i, point] of at.entries()) {
      for (; done < point; done++) {
        const event = events[done];
        if (!event) break;
        disk.take(event);
        if (event.kind === "said") said.add(Number(event.text));
      }
      const loss = LOSSES[i % LOSSES.length] ?? "lost";
      acknowledged += said.size;
      const found = await lookAfter(
        disk,
        { loss, random, openStore },
        scratch,
        said,
      );
      if (found !== null) wrong.push(`event ${point}, ${loss}: ${found}`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return { points, acknowledged, wrong };
}

async function lookAfter(
  disk: Disk,
  how: {
    readonly loss: Loss;
    readonly random: Random;
    readonly openStore: typeof Stores.openStore;
  },
  scratch: string,
  said: ReadonlySet<number>,
): Promise<string | null> {
  const folder = path.join(scratch, "data");
  disk.cut(folder, how.loss, how.random);
  let store: Store;
  try {
    store = how.openStore({ folder });
  } catch (error) {
    return `refused: ${String(error)}`;
  }
  let fault: string | null;
  try {
    fault = faultIn(store, said);
  } catch (error) {
    fault = `cannot be read: ${String(error)}`;
  }
  await store.close();
  return fault ?? damageIn(path.join(folder, "engine.db"));
}

function damageIn(file: string): string | null {
  const db = new Database(file);
  const integrity = db.pragma("integrity_check", { simple: true });
  db.close();
  return integrity === "ok" ? null : `damaged: ${String(integrity)}`;
}

/** A missing or half-applied commit, in words; null when there is none. */
function faultIn(store: Store, said: ReadonlySet<number>): string | null {
  const table = store.catalog.table("items");
  const counters = store.catalog.table("counters");
  if (!table || !counters)
    return said.size === 0 ? null : "the tables are gone";
  const sides = { left: new Set<number>(), right: new Set<number>() };
  for (const { id } of store.scanIds(table.number, ALL, "asc")) {
    const item = store.get(table.number, id);
    sides[item?.["kind"] === "left" ? "left" : "right"].add(
      Number(item?.["n"]),
    );
  }
  const { left, right } = sides;
  const missing = [...said].filter((n) => !left.has(n) || !right.has(n));
  if (missing.length > 0)
    return `${missing.length} acknowledged pairs are missing, of ${said.size}`;
  if ([...left, ...right].some((n) => !left.has(n) || !right.has(n)))
    return "a pair is half there";
  for (const index of store.catalog.indexesOf(table.number))
    if ([...store.scan(index, ALL, "asc")].length !== 2 * left.size)
      return `index ${index.name} is not of the documents`;
  const [counter] = [...store.scanIds(counters.number, ALL, "asc")].map(
    ({ id }) => store.get(counters.number, id)?.["pairs"],
  );
  const counted = Number(counter ?? 0);
  if (counted !== left.size)
    return `${left.size} pairs are there and ${counted} were counted`;
  const unanswered = [...left].filter((n) => !store.answered("s", n));
  return unanswered.length > 0
    ? `${unanswered.length} pairs are there without their answers`
    : null;
}
