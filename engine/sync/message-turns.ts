/**
 * Messages take turns by network: so much in each turn of the event loop, the rest waits. Otherwise one socket that sends
 * megabytes of small messages, or many networks together, hold up everybody until all are handled. Networks with waiting
 * messages take turns, and so do the sockets of each.
 */

/** Cost of the messages that a network may have handled in one turn: about ten milliseconds' worth. */
const PER_TURN = 32;
/** The same for all networks together. */
const PER_TURN_OF_ALL = 2 * PER_TURN;
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
  /** Next turn first. */
  readonly #networks = new Map<string, Network>();
  /** By all networks in this turn. */
  #spent = 0;

  /**
   * Asks to handle a message of that many characters.
   * @returns false if it has to wait: then `next` is called once it may
   */
  enter(sender: Sender, length: number): boolean {
    const { network } = sender;
    if (network === null) return true;
    const its = this.#of(network);
    const mayGo = this.#mayGo(its) && its.waiting.length === 0;
    if (mayGo) this.#spend(its, length);
    else its.waiting.push({ sender, length });
    return mayGo;
  }

  #mayGo(its: Network): boolean {
    return its.spent < PER_TURN && this.#spent < PER_TURN_OF_ALL;
  }

  #spend(its: Network, length: number): void {
    its.spent += costOf(length);
    this.#spent += costOf(length);
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
    this.#spent = 0;
    for (const [network, its] of this.#networks) {
      its.spent = 0;
      if (its.waiting.length === 0) this.#networks.delete(network);
    }
    // A network goes to the end with each message, also for the next turn.
    for (const [network, its] of this.#networks) {
      const first = this.#mayGo(its) ? its.waiting.shift() : undefined;
      if (first === undefined) continue;
      this.#networks.delete(network);
      this.#networks.set(network, its);
      this.#spend(its, first.length);
      const length = first.sender.next();
      if (length !== null) its.waiting.push({ sender: first.sender, length });
    }
    if (this.#networks.size > 0) setImmediate(() => this.#turn());
  }
}
