/** An owner's tab: the official client, signed in, with live views. Records when each changed, by which commit. */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import WebSocket from "ws";
import { must } from "../../convex/base/rules/errors.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

/** Less than any test's limit, whose error would not tell what a view shows. */
const PATIENCE_MS = 120_000;
type Args = Record<string, unknown>;
export type Tokens = { readonly token: string; readonly refreshToken: string };
/** What a view showed: a value, or the code of a refusal. Times are ms since the epoch. */
export type Sight = {
  readonly value: unknown;
  readonly refused: string | null;
  readonly at: number;
  /** When the shown state was committed, according to the engine. */
  readonly committed: number;
};

export class OwnerTab {
  readonly #client: ConvexClient;
  /** Timestamp of the last Transition, ms. */
  #committed = 0;

  /** @param url of the engine's API. */
  constructor(url: string, token: string) {
    const heard = (committed: number) => (this.#committed = committed);
    this.#client = new ConvexClient(url, {
      unsavedChangesWarning: false,
      logger: false,
      webSocketConstructor: listeningSocket(heard),
    });
    this.#client.setAuth(() => Promise.resolve(token));
  }

  watch(path: string, args: Args = {}): View {
    const view = new View();
    const see = (value: unknown, refused: string | null) =>
      view.see({ value, refused, at: Date.now(), committed: this.#committed });
    this.#client.onUpdate(
      makeFunctionReference<"query">(path),
      args,
      (value) => see(value, null),
      (error) => see(null, codeOf(error)),
    );
    return view;
  }

  mutate(path: string, args: Args = {}): Promise<unknown> {
    return this.#client.mutation(makeFunctionReference<"mutation">(path), args);
  }

  act(path: string, args: Args = {}): Promise<unknown> {
    return this.#client.action(makeFunctionReference<"action">(path), args);
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

/** Everything that one subscription has shown so far. */
export class View {
  #last: Sight | null = null;
  #waiting: { fits: (sight: Sight) => boolean; resolve: (s: Sight) => void }[] =
    [];

  see(sight: Sight): void {
    this.#last = sight;
    this.#waiting = this.#waiting.filter(({ fits, resolve }) => {
      if (!fits(sight)) return true;
      resolve(sight);
      return false;
    });
  }

  /** The first matching sight from now on; the current one counts. Rejects with what it shows instead. */
  when(fits: (sight: Sight) => boolean): Promise<Sight> {
    if (this.#last !== null && fits(this.#last))
      return Promise.resolve(this.#last);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const { value, refused } = this.#last ?? {};
        const shown = JSON.stringify(refused ?? value);
        reject(new Error(`A view still shows ${shown}.`));
      }, PATIENCE_MS);
      const found = (sight: Sight) => {
        clearTimeout(timer);
        resolve(sight);
      };
      this.#waiting.push({ fits, resolve: found });
    });
  }
}

/** The refusal's code, or null for a success. @throws any other error of the call. */
export async function refusalOf(call: Promise<unknown>) {
  try {
    await call;
    return null;
  } catch (error) {
    return codeOf(error);
  }
}

/** Signs in through the product's own action; null when it gives no tokens. */
export async function signIn(url: string, args: Args): Promise<Tokens | null> {
  const client = new ConvexHttpClient(url, { logger: false });
  const signIn = makeFunctionReference<"action">(nameOf(api.auth.signIn));
  const answer = (await client.action(signIn, args)) as {
    tokens: Tokens | null;
  };
  return answer.tokens;
}

/** A client without a socket that uses this token, even if expired or revoked. */
export function bearer(url: string, token: string) {
  const client = new ConvexHttpClient(url, { logger: false });
  client.setAuth(token);
  return {
    query: (path: string, args: Args = {}): Promise<unknown> =>
      client.query(makeFunctionReference<"query">(path), args),
    mutate: (path: string, args: Args = {}): Promise<unknown> =>
      client.mutation(makeFunctionReference<"mutation">(path), args),
    act: (path: string, args: Args = {}): Promise<unknown> =>
      client.action(makeFunctionReference<"action">(path), args),
  };
}

/** When the token expires, in ms since the epoch. */
export function expiryOf(token: string): number {
  const payload = must(token.split(".")[1], "payload of a token");
  const text = Buffer.from(payload, "base64url").toString();
  return (JSON.parse(text) as { exp: number }).exp * 1000;
}

function codeOf(error: unknown): string {
  if (!(error instanceof ConvexError)) throw error;
  return (error.data as { code: string }).code;
}

/** The client's socket, which also reports the commit time of each Transition. */
function listeningSocket(heard: (committedMs: number) => void) {
  class Listening extends WebSocket {
    constructor(url: string) {
      super(url);
      // Runs before the client's own listener, which is added later.
      this.on("message", (data: Buffer) => {
        const message = JSON.parse(data.toString()) as {
          type: string;
          endVersion?: { ts: string };
        };
        if (message.type !== "Transition" || !message.endVersion) return;
        const ts = Buffer.from(message.endVersion.ts, "base64");
        heard(Number(ts.readBigUInt64LE()) / 1e6);
      });
    }
  }
  // The shape matches the browser's. The types of the two libraries differ only in the event classes.
  return Listening as unknown as typeof globalThis.WebSocket;
}
