/**
 * Keeps an archive: a copy of the data folder (a base), and from then on the records of the journal, as segments in another
 * folder. Follows the journal and never holds it up: whatever happens to the archive, the engine goes on, and what could not
 * be kept for it is made up for by a new base. The way back is restore-archive.ts.
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
  /** Of the archive; made when missing, the one above it not. */
  readonly folder: string;
  readonly data: string;
  /** At most so many ms pass before a commit is shipped: what can be lost with the disk. */
  readonly interval: number;
  /** How many days one can go back. */
  readonly days: number;
  readonly copyBase: CopyBase;
  readonly say: (level: "error" | "warn" | "info", message: string) => void;
  /** Of the operator, who may set it: how old a base is goes by it, and nothing else. */
  readonly now: () => number;
  readonly deviceOf?: DeviceOf;
  /** Bytes kept in memory for an archive that takes nothing; then a new base is due. */
  readonly maxKept?: number;
  /** Bytes after which the next segment is begun. */
  readonly segmentSize?: number;
};

export type ArchiveFigures = {
  /** How old the oldest commit is that a restoration would not have; 0 when it would have all. */
  readonly lagSeconds: number;
  /** Bytes of records that are not there yet. */
  readonly lagBytes: number;
  /** When the newest base was complete, in seconds; null before the first. */
  readonly baseAt: number | null;
};

/** A segment is left for the next one when it is so long; as much is written at once. */
const SEGMENT_SIZE = 8 << 20;
const MAX_KEPT = 64 << 20;
const BASE_EVERY = 24 * 3600 * 1000;
/** Pauses, in ms, between trials of an archive that does not take anything, and of a base, which reads everything. */
const LONGEST_PAUSE = 30_000;
const BASE_PAUSE = 60_000;
const LONGEST_BASE_PAUSE = 16 * BASE_PAUSE;
/** What the last commits get when the engine stops, in ms. */
const LAST_TRIAL = 2000;

export class Archiver {
  readonly #options: ArchiveOptions;
  readonly #claim: Claim;
  readonly #queue = new ShippingQueue();
  readonly #catalog = new CatalogWatch();
  #fileTables: () => readonly number[] = () => [];
  // Moments and pauses are those of a clock that nobody sets.
  /** Since when nobody knows what the archive has; null when it has been looked into. */
  #unseenSince: number | null = null;
  /** Number of the next thing in the archive; 0 before the first look. */
  #next = 0;
  #segment: SegmentFile | null = null;
  /** After which the first record that waits comes; null when those before it were given up. */
  #at: Position | null = null;
  /** From which all that is shipped can be restored. */
  #base: number | null = null;
  /** By the operator's clock. */
  #baseMade: number | null = null;
  /** Since when what is shipped cannot be restored, and how often that began. */
  #brokenSince: number | null = null;
  #breaks = 0;
  #copying: { readonly abort: AbortController; done: Promise<void> } | null =
    null;
  #noBaseBefore = 0;
  #basePause = BASE_PAUSE;
  #failures = 0;
  /** What the operator was told since it last worked. */
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

  /** To be given to the store that is followed. */
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
   * @param position where the store stood when it was opened
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
      // What is lacking since this very moment is not nothing.
      lagSeconds:
        since === Infinity ? 0 : Math.max(1, performance.now() - since) / 1000,
      lagBytes: this.#queue.bytes,
      baseAt: this.#baseMade === null ? null : this.#baseMade / 1000,
    };
  }

  /** Gives up a base under way, which reads the database. To be called before the store is closed. */
  async endBase(): Promise<void> {
    this.#noBaseBefore = Infinity;
    this.#copying?.abort.abort();
    await this.#copying?.done;
  }

  /** Ships what there is, if the archive takes it soon. To be called when the store is closed. */
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

  /** One thing after the other writes to the archive. */
  #alone(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** Never throws. */
  async #work(): Promise<void> {
    const { folder, say } = this.#options;
    try {
      // Also when there is nothing to ship: what was shipped may have gone.
      if (this.#unseenSince === null) await this.#claim.check();
      else await this.#look();
      await this.#ship();
      if (this.#failures > 0)
        say("warn", `The archive ${folder} takes what is written again.`);
      this.#failures = 0;
      this.#troubles.clear();
      if (this.#isBaseDue()) this.#beginBase();
    } catch (error) {
      this.#failures++;
      const trouble = whyUnwritable(error);
      if (!this.#troubles.has(trouble))
        say(
          "error",
          `The archive ${folder} cannot be written: ${trouble}. The engine goes on, and tries again.`,
        );
      this.#troubles.add(trouble);
      // Nobody knows what of it is there: what comes next goes into another one.
      const segment = this.#segment;
      this.#segment = null;
      this.#unseenSince ??= performance.now();
      await segment?.close();
    }
  }

  /** Finds out what the archive has, and whether the history goes on there. */
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
      // Whoever has lost a data folder and started on an empty one must not find that in the archive and nothing else.
      if (segment && this.#next === 0)
        say(
          "warn",
          `What the archive ${folder} has does not go on in ${data}. It is kept as long as before, and restored by --to-time with a time before this start.`,
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
          // The base that is due has it.
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
      // What was given up meanwhile is in the archive all the same, but nothing follows it.
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

  /** From now on nothing that is shipped can be restored, until there is a new base. */
  #break(): void {
    this.#breaks++;
    this.#brokenSince ??= performance.now();
  }

  #isBaseDue(): boolean {
    if (this.#copying || performance.now() < this.#noBaseBefore) return false;
    if (this.#brokenSince !== null || this.#baseMade === null) return true;
    // A clock that was wrong when the base was made must not keep the next one away.
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
          say("error", `No base in ${folder}: ${whyUnwritable(error)}`);
      })
      .finally(() => (this.#copying = null));
  }

  /** A number for a base, with its draft, that no other engine on this folder makes another base under. */
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
    // Before the number: what breaks while the archive is tidied is before segments that this base is to be followed by.
    const breaks = this.#breaks;
    const number = await this.#reserveBase();
    // What happens from here on has to be in segments of higher numbers.
    await this.#closeSegment();
    // It may have been taken while this process stood still, and what is removed or made here is another one's then.
    await this.#claim.check();
    // Before it, not after: else a full archive would never have room again.
    await removeOld(folder, days, now()).catch((error: unknown) =>
      say("warn", `${folder} keeps what is old: ${whyUnwritable(error)}.`),
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
      // The one that is written says that it builds upon another base.
      await this.#closeSegment();
      if (!isUsable()) return this.#break();
      this.#base = number;
      this.#brokenSince = null;
      this.#catalog.baseMade();
      // If it cannot be begun, the next one to ship meets the same and says so; the base is there all the same.
      if (this.#at !== null)
        this.#segment = await this.#newSegment(this.#at).catch(() => null);
    });
  }
}
