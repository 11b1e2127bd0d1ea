/**
 * What the deployment has to say in the <head> of a page: asked of one of its HTTP actions, kept for a while, and never
 * waited for long. Where it stands in a page is headed-page.ts's business; what is in it, and that nothing in it breaks out
 * of the head, the app's.
 */
import { setTimeout as delay } from "node:timers/promises";

export type PageHeadOptions = {
  /** The HTTP action's answer for a page: 200 with the text, 204 without one. Anything else counts as a failure. */
  readonly ask: (page: string) => Promise<Response>;
  readonly report: (error: unknown) => void;
  /** For tests; the time in ms. */
  readonly now?: () => number;
};

/** What was said is said again without asking for this long, ms. */
const FRESH_MS = 60_000;
/** After a failure nobody asks for the page again for this long, ms. */
const RETRY_MS = 5_000;
/** A page waits this long for its head, ms, counted from when it was first asked for. */
const WAIT_MS = 400;
/** Longer addresses are nobody's pages, characters. */
const MAX_PAGE = 512;
const MAX_HEAD_BYTES = 16 * 1024;
const MAX_KEPT = 256;
/** More are not asked for at the same time. */
const MAX_UNDER_WAY = 8;

type Kept = {
  text: string | null;
  freshUntil: number;
  /** Since when it is being asked for, and when that is over. */
  asking: { readonly since: number; readonly done: Promise<void> } | null;
};

export class PageHeads {
  readonly #ask: PageHeadOptions["ask"];
  readonly #report: PageHeadOptions["report"];
  readonly #now: () => number;
  /** The one that was asked for last is last. */
  readonly #kept = new Map<string, Kept>();
  #underWay = 0;

  constructor({ ask, report, now = Date.now }: PageHeadOptions) {
    this.#ask = ask;
    this.#report = report;
    this.#now = now;
  }

  /**
   * What stands in the head of a page; null when there is nothing, or nothing known in time. Never rejects.
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

  /** What was known stays where asking fails. */
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

/** @returns false, and changes nothing, when the answer is none. @throws when it breaks off or is too large */
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
