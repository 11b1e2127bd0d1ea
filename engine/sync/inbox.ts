/** The messages of a socket that wait for a token or for their network's turn. They count as its memory. */
import { weightOf, type MemoryAccount } from "../memory/memory-budget.ts";

/** Bytes of a waiting message without its text. */
const OVERHEAD = 128;
const bytesOf = (text: string) => OVERHEAD + weightOf(text);

export class Inbox {
  readonly #account: MemoryAccount;
  #texts: string[] = [];

  constructor(account: MemoryAccount) {
    this.#account = account;
  }

  /** Characters of the first message; null when none waits. */
  get length(): number | null {
    return this.#texts[0]?.length ?? null;
  }

  /** @returns false when there is no room */
  add(text: string): boolean {
    if (this.#account.take(bytesOf(text)) !== null) return false;
    this.#texts.push(text);
    return true;
  }

  shift(): string | undefined {
    const text = this.#texts.shift();
    if (text !== undefined) this.#account.give(bytesOf(text));
    return text;
  }

  clear(): void {
    for (const text of this.#texts) this.#account.give(bytesOf(text));
    this.#texts = [];
  }
}
