/** A text's progress, and texts from phones: signed forms, as Twilio sends them. Nothing survives a restart. */
import type { Store } from "../state/store.ts";
import { signatureOf, type Account } from "./accounts.ts";
import type { Text } from "./twilio-state.ts";

const ANSWER_WITHIN = 10_000;

export class News {
  readonly #store: Store;
  readonly #closed = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Starts to report and returns at once. */
  tell(account: Account, text: Text): void {
    const telling = this.#tell(account, text).finally(() =>
      this.#running.delete(telling),
    );
    this.#running.add(telling);
  }

  /** The shop's answer to a form. @throws Error when there is none */
  async post(
    account: Account,
    url: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<{ status: number; body: string }> {
    const signal = AbortSignal.any([
      this.#closed.signal,
      AbortSignal.timeout(ANSWER_WITHIN),
    ]);
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded; charset=UTF-8",
        "X-Twilio-Signature": signatureOf(url, fields, account.token),
        "User-Agent": "TwilioProxy/1.1",
      },
      body: new URLSearchParams(fields).toString(),
      redirect: "manual",
      signal,
    });
    return { status: response.status, body: await response.text() };
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.all(this.#running);
  }

  async #tell(account: Account, text: Text): Promise<void> {
    const { switches } = this.#store.look().state.twilio;
    const { outcome, reorder, duplicate, callbackDelayMs } = switches;
    if (outcome === "none") return;
    const last = { status: outcome, errorCode: switches.errorCode };
    const steps =
      outcome === "failed"
        ? [last]
        : [{ status: "sent", errorCode: null }, last];
    for (const step of reorder ? steps.toReversed() : steps) {
      await this.#pause(callbackDelayMs);
      if (this.#closed.signal.aborted) return;
      for (let time = 0; time < (duplicate ? 2 : 1); time += 1)
        await this.#step(account, text, step);
    }
  }

  async #step(
    account: Account,
    { sid, from, to, callback }: Text,
    { status, errorCode }: { status: string; errorCode: number | null },
  ): Promise<void> {
    this.#store.change(({ state }) => {
      const kept = state.twilio.texts.find((one) => one.sid === sid);
      if (kept !== undefined) kept.status = status;
    });
    if (callback === null) return;
    const fields = {
      ...{ MessageSid: sid, SmsSid: sid, AccountSid: account.sid },
      ...{ MessageStatus: status, SmsStatus: status, From: from, To: to },
      ...{ ApiVersion: "2010-04-01" },
      ...(errorCode !== null && { ErrorCode: String(errorCode) }),
    };
    // Like Twilio, reports once: a shop that is down does not get the report again.
    await this.post(account, callback, fields).catch(() => undefined);
  }

  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#closed.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
