/**
 * Messages of a network take turns: so much in each turn of the event loop, the rest waits. Otherwise one socket that sends
 * megabytes of small messages holds up everybody until all are handled. A network's sockets with waiting messages take turns,
 * too.
 */

/** Cost of the messages that a network may have handled in one turn: about ten milliseconds' worth. */
const PER_TURN = 32;
/** Characters that cost as much as a message. */
const CHARS = 4096;

export interface Sender {
  /** Null for this machine, whose messages never wait. */
  readonly network: string | null;
  /** Handles its first waiting message. @returns the length of the next one, or null when none may follow */
  next(): number | null;
}

type Waiting = { readonly sender: Sender; readonly length: number };
type Network = { spent: number; readonly waiting: Waiting[] };

const costOf = (length: number) => 1 + Math.floor(length / CHARS);

export class MessageTurns {
  readonly #networks = new Map<string, Network>();

  /**
   * Asks to handle a message of that many characters.
   * @returns false if it has to wait: then `next` is called once it may
   */
  enter(sender: Sender, length: number): boolean {
    const { network } = sender;
    if (network === null) return true;
    const its = this.#of(network);
    const mayGo = its.spent < PER_TURN && its.waiting.length === 0;
    if (mayGo) its.spent += costOf(length);
    else its.waiting.push({ sender, length });
    return mayGo;
  }

  #of(network: string): Network {
    const known = this.#networks.get(network);
    if (known !== undefined) return known;
    if (this.#networks.size === 0) setImmediate(() => this.#turn());
    const fresh: Network = { spent: 0, waiting: [] };
    this.#networks.set(network, fresh);
    return fresh;
  }

  #turn(): void {
    for (const [network, its] of this.#networks) {
      its.spent = 0;
      if (its.waiting.length === 0) this.#networks.delete(network);
      while (its.spent < PER_TURN) {
        const first = its.waiting.shift();
        if (first === undefined) break;
        its.spent += costOf(first.length);
        const length = first.sender.next();
        if (length !== null) its.waiting.push({ sender: first.sender, length });
      }
    }
    if (this.#networks.size > 0) setImmediate(() => this.#turn());
  }
}
