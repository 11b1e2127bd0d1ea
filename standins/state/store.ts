/** The state in memory and in one JSON file. A change is made on a copy, which replaces the state once on disk. */
import { randomBytes } from "node:crypto";
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { noGoogle } from "../google/google-state.ts";
import { noMail } from "../mail/message.ts";
import { noPushes } from "../push/push-state.ts";
import { noStripe } from "../stripe/stripe-state.ts";
import { noTexts } from "../twilio/twilio-state.ts";
import type { Cause, Change, State } from "./state.ts";

export type StoreOptions = {
  /** Folder of the file, made when missing. Null keeps nothing. */
  readonly data: string | null;
  /** For ids. Used only when there is no file yet. Random when missing. */
  readonly seed?: string | undefined;
  readonly origin: () => string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
};

const FILE = "standins.json";

export class Store {
  readonly #options: StoreOptions;
  readonly #listeners: (() => void)[] = [];
  #state: State;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#state = load(options);
    this.#save(this.#state);
  }

  /** Must not be changed. */
  look(): Change {
    return this.#change(this.#state, null);
  }

  /** The effects of `apply` are stored when it returns. @throws whatever `apply` throws; nothing has changed then */
  change<T>(apply: (change: Change) => T, cause: Cause | null = null): T {
    const draft = structuredClone(this.#state);
    draft.changes += 1;
    const result = apply(this.#change(draft, cause));
    this.#save(draft);
    this.#state = draft;
    for (const listener of this.#listeners) listener();
    return result;
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #change(state: State, cause: Cause | null): Change {
    const nowMs = this.#options.clock();
    return {
      state,
      number: state.changes,
      nowMs,
      now: Math.floor(nowMs / 1000),
      origin: this.#options.origin(),
      cause,
    };
  }

  #save(state: State): void {
    const { data } = this.#options;
    if (data === null) return;
    mkdirSync(data, { recursive: true, mode: 0o700 });
    const file = join(data, FILE);
    const beside = `${file}.new`;
    // A crash while writing leaves the old file intact. Mails and signing seeds are private to the owner.
    writeFileSync(beside, JSON.stringify(state), { mode: 0o600 });
    renameSync(beside, file);
  }
}

function load({ data, seed }: StoreOptions): State {
  if (data !== null) {
    const file = join(data, FILE);
    rmSync(`${file}.new`, { force: true });
    const text = readIfThere(file);
    // Fields that an earlier version lacked get their initial value.
    if (text !== null) {
      const known = parse(file, text);
      return {
        ...{ ...begin(seed), ...known },
        stripe: { ...noStripe(), ...known.stripe },
      };
    }
  }
  return begin(seed);
}

function begin(seed: string | undefined): State {
  return {
    version: 1,
    seed: seed ?? randomBytes(32).toString("hex"),
    made: {},
    changes: 0,
    stripe: noStripe(),
    mail: noMail(),
    push: noPushes(),
    twilio: noTexts(),
    google: noGoogle(),
  };
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function parse(file: string, text: string): State {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is damaged: move it away to start afresh.`, {
      cause,
    });
  }
  const version = (value as { version?: unknown } | null)?.version;
  if (version !== 1)
    throw new Error(`${file} is not ours or too new: move it away.`);
  return value as State;
}
