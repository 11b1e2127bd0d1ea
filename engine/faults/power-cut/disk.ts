/** A disk that loses power: its contents after the first events of a recording, when only synced data is certain. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { DiskEvent } from "./events.ts";

/**
 * What happens to writes that were not synced.
 * - `lost`: none is there.
 * - `some`: any of them are there, page by page.
 * - `torn`: the first ones are there, and part of the next page.
 */
export const LOSSES = ["lost", "some", "torn"] as const;
export type Loss = (typeof LOSSES)[number];
/** A number from 0 up to but not including 1. */
export type Random = () => number;

/** Pseudo-random numbers, always the same for a seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const PAGE = 4096;
const SECTOR = 512;
type Change =
  | { readonly kind: "write"; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: "cut"; readonly length: number };

class Content {
  durable: Buffer = Buffer.alloc(0);
  unsynced: Change[] = [];
  /** The number of unsynced changes when each sync started. */
  readonly syncs = new Map<string, number>();

  write(at: number, bytes: Buffer): void {
    for (let from = 0; from < bytes.length;) {
      const to = Math.min(bytes.length, from + PAGE - ((at + from) % PAGE));
      this.unsynced.push({
        kind: "write",
        at: at + from,
        bytes: bytes.subarray(from, to),
      });
      from = to;
    }
  }

  endSync(id: string): void {
    const count = this.syncs.get(id) ?? 0;
    this.syncs.delete(id);
    this.durable = applied(this.durable, this.unsynced.splice(0, count));
    for (const [other, known] of this.syncs)
      this.syncs.set(other, Math.max(0, known - count));
  }

  after(loss: Loss, random: Random): Buffer {
    return applied(this.durable, survivors(this.unsynced, loss, random));
  }
}

function survivors(changes: readonly Change[], loss: Loss, random: Random) {
  switch (loss) {
    case "lost":
      return [];
    case "some":
      return changes.filter(() => random() < 0.5);
    case "torn": {
      const whole = Math.floor(random() * (changes.length + 1));
      const torn = changes[whole];
      if (torn?.kind !== "write") return changes.slice(0, whole);
      const sectors = Math.floor((random() * torn.bytes.length) / SECTOR);
      const bytes = torn.bytes.subarray(0, sectors * SECTOR);
      return [...changes.slice(0, whole), { ...torn, bytes }];
    }
  }
}

function applied(content: Buffer, changes: readonly Change[]): Buffer {
  let length = content.length;
  let size = length;
  for (const change of changes) {
    length =
      change.kind === "cut"
        ? change.length
        : Math.max(length, change.at + change.bytes.length);
    size = Math.max(size, length);
  }
  const result = Buffer.alloc(size);
  content.copy(result);
  for (const change of changes) {
    if (change.kind === "cut") result.fill(0, change.length);
    else change.bytes.copy(result, change.at);
  }
  return result.subarray(0, length);
}

export class Disk {
  readonly #durableNames = new Map<string, Content>();
  readonly #names = new Map<string, Content>();
  /** Changes to names since they were last synced. */
  #unsyncedNames: ((names: Map<string, Content>) => void)[] = [];

  take(event: DiskEvent): void {
    switch (event.kind) {
      case "create": {
        const content = new Content();
        this.#name((names) => names.set(event.file, content));
        return;
      }
      case "rename": {
        const content = this.#content(event.file);
        this.#name((names) => {
          names.delete(event.file);
          names.set(event.to, content);
        });
        return;
      }
      case "remove":
        this.#name((names) => names.delete(event.file));
        return;
      case "syncNames":
        for (const change of this.#unsyncedNames) change(this.#durableNames);
        this.#unsyncedNames = [];
        return;
      case "write":
        this.#content(event.file).write(
          event.at,
          Buffer.from(event.bytes, "base64"),
        );
        return;
      case "cut":
        this.#content(event.file).unsynced.push({
          kind: "cut",
          length: event.length,
        });
        return;
      case "syncBegin": {
        const content = this.#content(event.file);
        content.syncs.set(event.id, content.unsynced.length);
        return;
      }
      case "syncEnd":
        this.#content(event.file).endSync(event.id);
        return;
      case "said":
    }
  }

  /** Writes the contents after a power cut at this moment into a new folder. */
  cut(folder: string, loss: Loss, random: Random): void {
    const names = new Map(this.#durableNames);
    const kept =
      loss === "lost"
        ? 0
        : Math.floor(random() * (this.#unsyncedNames.length + 1));
    for (const change of this.#unsyncedNames.slice(0, kept)) change(names);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const [name, content] of names)
      writeFileSync(path.join(folder, name), content.after(loss, random));
  }

  #name(change: (names: Map<string, Content>) => void): void {
    change(this.#names);
    this.#unsyncedNames.push(change);
  }

  #content(file: string): Content {
    const content = this.#names.get(file);
    if (!content) throw new Error(`${file} was never made`);
    return content;
  }
}
