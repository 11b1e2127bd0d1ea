/**
 * Keeps an archive in another folder: a copy of the data folder (a base), and then the journal's records, as segments. It
 * follows the journal and never delays it. If the archive fails, the engine continues, and a new base makes up for the gap.
 * Restoring is in restore-archive.ts.
 */
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Followed, Follower } from "../../storage/journal/follower.ts";
import type { Position } from "../../storage/journal/journal.ts";
import { whyUnwritable } from "../../preflight/folders.mjs";
import {
  draftOf,
  listArchive,
  nameOf,
  removeOld,
  timeOfBase,
} from "./archive-folder.ts";
import type { CopyBase } from "./base-copier.ts";
import { CatalogWatch } from "./catalog-watch.ts";
import { Claim, type DeviceOf } from "./claim.ts";
import { after, beginOf, countBefore, endOf } from "./continuity.ts";
import { readSynced, SegmentFile } from "./segment-file.ts";
import { shipFiles } from "./shipped-files.ts";
import { ShippingQueue } from "./shipping-queue.ts";

export type ArchiveOptions = {
  /** Created when missing; its parent is not. */
  readonly folder: string;
  readonly data: string;
  /** Longest time in ms before a commit is shipped: what can be lost with the disk. */
  readonly interval: number;
  /** How many days back a restore can go. */
  readonly days: number;
  readonly copyBase: CopyBase;
  readonly say: (level: "error" | "warn" | "info", message: string) => void;
  /** The operator's clock, which may be changed: only the age of a base depends on it. */
  readonly now: () => number;
  readonly deviceOf?: DeviceOf;
  /** Bytes kept in memory while the archive accepts nothing. Beyond them a new base is due. */
  readonly maxKept?: number;
  readonly segmentSize?: number;
};

export type ArchiveFigures = {
  /** Age of the oldest commit that a restore would lack; 0 when it lacks none. */
  readonly lagSeconds: number;
  /** Bytes of records not yet in the archive. */
  readonly lagBytes: number;
  /** When the newest base was complete, in seconds; null before the first. */
  readonly baseAt: number | null;
};

/** Size at which the next segment begins, and bytes written at once. */
const SEGMENT_SIZE = 8 << 20;
const MAX_KEPT = 64 << 20;
const BASE_EVERY = 24 * 3600 * 1000;
/** Pauses, in ms, between retries: of an archive that accepts nothing, and of a base, which reads everything. */
const LONGEST_PAUSE = 30_000;
const BASE_PAUSE = 60_000;
const LONGEST_BASE_PAUSE = 16 * BASE_PAUSE;
/** Time for the last commits when the engine stops, in ms. */
const LAST_TRIAL = 2000;

export class Archiver {
  readonly #options: ArchiveOptions;
  readonly #claim: Claim;
  readonly #queue = new ShippingQueue();
  readonly #catalog = new CatalogWatch();
  #fileTables: () => readonly number[] = () => [];
  // Times and pauses are those of a monotonic clock.
  /** Since when the archive's content is unknown; null when it has been checked. */
  #unseenSince: number | null = null;
  /** Number of the next item in the archive; 0 before the first check. */
  #next = 0;
  #segment: SegmentFile | null = null;
  /** Position before the first waiting record; null when earlier ones were given up. */
  #at: Position | null = null;
  /** The base from which everything shipped can be restored. */
  #base: number | null = null;
  /** By the operator's clock. */
  #baseMade: number | null = null;
  /** Since when shipped records cannot be restored, and how often that began. */
  #brokenSince: number | null = null;
  #breaks = 0;
  #copying: { readonly abort: AbortController; done: Promise<void> } | null =
    null;
  #noBaseBefore = 0;
  #basePause = BASE_PAUSE;
  #failures = 0;
  /** Errors shown to the operator since the archive last worked. */
  readonly #troubles = new Set<string>();
  #isNearTold = false;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: ArchiveOptions) {
    this.#options = options;
    const { folder, data, deviceOf } = options;
    this.#claim = new Claim(folder, data, deviceOf);
  }

  /** Pass this to the store that is followed. */
  readonly follow: Follower = (given: Followed) => {
    const item = this.#catalog.seen(given);
    this.#queue.add(item, performance.now());
    if (item.kind === "change" && item.request === null) this.#break();
    if (this.#queue.bytes <= (this.#options.maxKept ?? MAX_KEPT)) return;
    this.#queue.clear();
    this.#at = null;
    this.#break();
  };

  /**
   * Begins, once the store is open.
   * @param position of the store when it was opened
   * @param fileTables numbers of the tables that name stored files
   */
  start(position: Position, fileTables: () => readonly number[]): void {
    this.#fileTables = fileTables;
    this.#at = beginOf(this.#queue.items, position);
    this.#unseenSince = performance.now();
    this.#catalog.begin(position.catalog);
    this.#later(0);
  }

  get figures(): ArchiveFigures {
    const since = Math.min(
      this.#queue.since ?? Infinity,
      this.#brokenSince ?? Infinity,
      this.#unseenSince ?? Infinity,
    );
    return {
      // A lag that began just now is not zero.
      lagSeconds:
        since === Infinity ? 0 : Math.max(1, performance.now() - since) / 1000,
      lagBytes: this.#queue.bytes,
      baseAt: this.#baseMade === null ? null : this.#baseMade / 1000,
    };
  }

  /** Aborts a running base, which reads the database. Call it before the store is closed. */
  async endBase(): Promise<void> {
    this.#noBaseBefore = Infinity;
    this.#copying?.abort.abort();
    await this.#copying?.done;
  }

  /** Ships what is left, if the archive accepts it soon. Call it when the store is closed. */
  async stop(): Promise<void> {
    await this.endBase();
    this.#isStopped = true;
    clearTimeout(this.#timer);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LAST_TRIAL);
    });
    const last = this.#alone(() => this.#work());
    await Promise.race([last.then(() => this.#closeSegment()), late]);
    clearTimeout(timer);
  }

  #later(pause: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      void this.#alone(() => this.#work()).then(() => {
        const { interval } = this.#options;
        this.#later(
          this.#failures === 0
            ? interval
            : Math.min(interval * 2 ** this.#failures, LONGEST_PAUSE),
        );
      });
    }, pause);
    this.#timer.unref();
  }

  #alone(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** Never throws. */
  async #work(): Promise<void> {
    const { folder, say } = this.#options;
    try {
      // Even with nothing to ship: what was shipped may be gone.
      if (this.#unseenSince === null) await this.#claim.check();
      else await this.#look();
      await this.#ship();
      if (this.#failures > 0)
        say("warn", `The archive ${folder} can be written again.`);
      this.#failures = 0;
      this.#troubles.clear();
      if (this.#isBaseDue()) this.#beginBase();
    } catch (error) {
      this.#failures++;
      const trouble = whyUnwritable(error);
      if (!this.#troubles.has(trouble))
        say(
          "error",
          `The archive ${folder} cannot be written: ${trouble}. The engine keeps running and tries again.`,
        );
      this.#troubles.add(trouble);
      // How much was written is unknown: what comes next goes into another segment.
      const segment = this.#segment;
      this.#segment = null;
      this.#unseenSince ??= performance.now();
      await segment?.close();
    }
  }

  /** Finds out what the archive has, and whether the history continues there. */
  async #look(): Promise<void> {
    const { folder, data, say } = this.#options;
    const isApart = await this.#claim.take();
    if (!isApart && !this.#isNearTold)
      say(
        "warn",
        `The archive ${folder} is on the same disk as ${data}, and would be lost with it.`,
      );
    this.#isNearTold = !isApart;
    const content = await listArchive(folder);
    for (const base of this.#copying ? [] : content.drafts)
      await rm(path.join(folder, draftOf(base)), {
        ...{ recursive: true, force: true },
      });
    const newestBase = content.base.at(-1);
    if (newestBase !== undefined) {
      const base = path.join(folder, nameOf("base", newestBase));
      this.#baseMade = await timeOfBase(base);
    }
    const last = content.journal.at(-1);
    const segment = last && (await readSynced(folder, last));
    const end = segment ? endOf(segment) : null;
    const items = this.#queue.items;
    const known =
      end && this.#at && content.base.includes(end.base)
        ? countBefore(end.position, this.#at, items)
        : null;
    if (end === null || known === null) {
      // The operator may have lost the data folder and started on an empty one. The old history must stay restorable.
      if (segment && this.#next === 0)
        say(
          "warn",
          `The history in the archive ${folder} does not continue in ${data}. It is kept as long as before; to restore it, give --to-time a time before this start.`,
        );
      if (this.#brokenSince === null)
        say("info", `A base of ${data} is due in ${folder}.`);
      this.#break();
    } else if (this.#next === 0) {
      this.#base = end.base;
      this.#at = end.position;
      this.#queue.drop(items.slice(0, known));
    }
    const newest = Math.max(0, ...Object.values(content).flat());
    this.#next = Math.max(this.#next, newest + 1);
    this.#unseenSince = null;
  }

  async #ship(): Promise<void> {
    const size = this.#options.segmentSize ?? SEGMENT_SIZE;
    for (;;) {
      const items = this.#queue.first(size);
      const [first] = items;
      if (first === undefined) return;
      if (this.#at === null) {
        await this.#closeSegment();
        if (first.kind === "change") {
          // The base that is due includes it.
          this.#queue.drop([first]);
          continue;
        }
        const { sequence, previous: chain, catalog } = first;
        this.#at = { sequence: sequence - 1, chain, catalog };
      }
      const segment = (this.#segment ??= await this.#newSegment(this.#at));
      const { data, folder } = this.#options;
      const tables = this.#fileTables();
      const files = path.join(data, "files");
      await shipFiles(items, tables, files, folder, segment.number);
      await segment.append(items);
      // Items given up meanwhile are in the archive anyway, but nothing follows them.
      if (this.#queue.first(0)[0] === first) {
        this.#queue.drop(items);
        this.#at = items.reduce(after, this.#at);
      }
      if (segment.size > size) await this.#closeSegment();
    }
  }

  #newSegment(position: Position): Promise<SegmentFile> {
    const { folder, now } = this.#options;
    return SegmentFile.create(folder, this.#next++, {
      format: 1,
      base: this.#brokenSince === null ? this.#base : null,
      after: position,
      made: new Date(now()).toISOString(),
    });
  }

  async #closeSegment(): Promise<void> {
    const segment = this.#segment;
    this.#segment = null;
    await segment?.close();
  }

  /** From now on nothing shipped can be restored, until there is a new base. */
  #break(): void {
    this.#breaks++;
    this.#brokenSince ??= performance.now();
  }

  #isBaseDue(): boolean {
    if (this.#copying || performance.now() < this.#noBaseBefore) return false;
    if (this.#brokenSince !== null || this.#baseMade === null) return true;
    // A clock that was wrong when the base was made must not delay the next one.
    return Math.abs(this.#options.now() - this.#baseMade) >= BASE_EVERY;
  }

  #beginBase(): void {
    const abort = new AbortController();
    const copying = { abort, done: Promise.resolve() };
    this.#copying = copying;
    copying.done = this.#makeBase(abort.signal)
      .catch((error: unknown) => {
        const { folder, say } = this.#options;
        const next = performance.now() + this.#basePause;
        this.#noBaseBefore = Math.max(this.#noBaseBefore, next);
        this.#basePause = Math.min(2 * this.#basePause, LONGEST_BASE_PAUSE);
        if (!abort.signal.aborted)
          say(
            "error",
            `No base could be made in ${folder}: ${whyUnwritable(error)}`,
          );
      })
      .finally(() => (this.#copying = null));
  }

  /** Reserves a number by creating the base's draft, so that no other engine uses it. */
  async #reserveBase(): Promise<number> {
    for (;;) {
      const number = this.#next++;
      const draft = path.join(this.#options.folder, draftOf(number));
      try {
        await mkdir(draft, { mode: 0o700 });
        return number;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
  }

  async #makeBase(signal: AbortSignal): Promise<void> {
    const { folder, data, days, say, now } = this.#options;
    // Before the number: a break during the cleanup below leaves a gap before the segments that follow this base.
    const breaks = this.#breaks;
    const number = await this.#reserveBase();
    // Everything from here on must be in segments of higher numbers.
    await this.#closeSegment();
    // Another engine may have taken the archive while this process stood still, and would own what is removed or made here.
    await this.#claim.check();
    // Before the new base, or a full archive would never have room again.
    await removeOld(folder, days, now()).catch((error: unknown) =>
      say(
        "warn",
        `Old files in ${folder} could not be removed: ${whyUnwritable(error)}.`,
      ),
    );
    signal.throwIfAborted();
    const base = path.join(folder, nameOf("base", number));
    const { position } = await this.#options.copyBase(data, base, signal);
    this.#baseMade = now();
    this.#basePause = BASE_PAUSE;
    say("info", `A base in ${folder} is complete.`);
    const isUsable = () =>
      breaks === this.#breaks && position?.catalog === this.#catalog.count;
    await this.#alone(async () => {
      await this.#claim.check();
      // The current segment names another base in its head.
      await this.#closeSegment();
      if (!isUsable()) return this.#break();
      this.#base = number;
      this.#brokenSince = null;
      this.#catalog.baseMade();
      // If it cannot begin, the next shipment meets and reports the same error. The base exists anyway.
      if (this.#at !== null)
        this.#segment = await this.#newSegment(this.#at).catch(() => null);
    });
  }
}
