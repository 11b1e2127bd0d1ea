/**
 * The deployment's <head> content for a page: fetched from one of its HTTP actions, cached, and waited for only
 * briefly. The app must see to it that the content cannot break out of the head.
 */
import { setTimeout as delay } from "node:timers/promises";

export type PageHeadOptions = {
  /** The HTTP action's answer for a page: 200 with the text, 204 without one. Anything else counts as a failure. */
  readonly ask: (page: string) => Promise<Response>;
  readonly report: (error: unknown) => void;
  /** For tests; ms since any moment. */
  readonly now?: () => number;
};

/** A cached answer is fresh for this long, ms. */
const FRESH_MS = 60_000;
/** Time before the next attempt after a failure, ms. */
const RETRY_MS = 5_000;
/** A page waits this long for its head, ms, counted from the start of the fetch. */
const WAIT_MS = 400;
/** Characters; longer addresses are not real pages. */
const MAX_PAGE = 512;
const MAX_HEAD_BYTES = 16 * 1024;
const MAX_KEPT = 256;
/** Concurrent fetches. */
const MAX_UNDER_WAY = 8;

type Kept = {
  text: string | null;
  freshUntil: number;
  /** The fetch under way: its start and its end. */
  asking: { readonly since: number; readonly done: Promise<void> } | null;
};

export class PageHeads {
  readonly #ask: PageHeadOptions["ask"];
  readonly #report: PageHeadOptions["report"];
  readonly #now: () => number;
  /** Least recently used first. */
  readonly #kept = new Map<string, Kept>();
  #underWay = 0;

  constructor({ ask, report, now = () => performance.now() }: PageHeadOptions) {
    this.#ask = ask;
    this.#report = report;
    this.#now = now;
  }

  /**
   * The head of a page; null when there is none, or it is not known in time. Never rejects.
   * @param page path and query
   */
  async of(page: string): Promise<string | null> {
    if (page.length > MAX_PAGE) return null;
    const kept = this.#keep(page);
    if (kept.freshUntil > this.#now()) return kept.text;
    if (kept.asking === null && this.#underWay < MAX_UNDER_WAY)
      kept.asking = { since: this.#now(), done: this.#renew(page, kept) };
    if (kept.asking === null) return kept.text;
    const left = kept.asking.since + WAIT_MS - this.#now();
    if (left > 0) await within(kept.asking.done, left);
    return kept.text;
  }

  #keep(page: string): Kept {
    const kept = this.#kept.get(page) ?? {
      text: null,
      freshUntil: 0,
      asking: null,
    };
    this.#kept.delete(page);
    this.#kept.set(page, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined)
      this.#kept.delete(oldest);
    return kept;
  }

  /** Keeps the known head when the fetch fails. */
  async #renew(page: string, kept: Kept): Promise<void> {
    this.#underWay += 1;
    try {
      const answer = await this.#ask(page);
      const isGood = await takeHead(answer, kept);
      kept.freshUntil = this.#now() + (isGood ? FRESH_MS : RETRY_MS);
    } catch (error) {
      kept.freshUntil = this.#now() + RETRY_MS;
      this.#report(error);
    } finally {
      this.#underWay -= 1;
      kept.asking = null;
    }
  }
}

/** @returns false, and changes nothing, for any other status. @throws when the answer breaks off or is too large */
async function takeHead(answer: Response, kept: Kept): Promise<boolean> {
  if (answer.status !== 200) await answer.body?.cancel();
  if (answer.status !== 200 && answer.status !== 204) return false;
  kept.text = answer.status === 200 ? await textOf(answer) : null;
  return true;
}

async function textOf(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let length = 0;
  let text = "";
  // Leaving the loop cancels the stream.
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > MAX_HEAD_BYTES)
      throw new Error(`the head of a page is over ${MAX_HEAD_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Resolves with the promise, or after `ms`. */
async function within(promise: Promise<void>, ms: number): Promise<void> {
  const clock = new AbortController();
  const late = delay(ms, undefined, { signal: clock.signal }).catch(
    () => undefined,
  );
  await Promise.race([promise, late]);
  clock.abort();
}
