/**
 * The connection of the screens with sign-in. Convex's own client keeps an
 * action that could not be sent and sends it when the connection is back,
 * minutes after its screen said that it failed: people got accounts that they
 * had given up on. Here an action goes out now or never, and tokens that come
 * after the form has given up are dropped. Mutations stay queued: each carries
 * a key and the screens show that they wait.
 */
import { ConvexHttpClient } from "convex/browser";
import { ConvexReactClient, type AuthTokenFetcher } from "convex/react";
import {
  getFunctionName,
  type FunctionReturnType,
  type OptionalRestArgs,
} from "convex/server";
import { api } from "../../convex/_generated/api";
import { CREDENTIALS_TIMEOUT_MS, within } from "../lib/server/within";

/** How long an action may wait for the connection. Less than any screen waits for its answer. */
const CONNECT_MS = 4_000;
/** A little less than the forms wait, so that nobody is signed in after a form has given up. */
const SIGN_IN_MS = CREDENTIALS_TIMEOUT_MS - 500;
/** Logging out here does not wait for a server that does not answer (product.md A8). */
const SIGN_OUT_MS = 4_000;

type AnyAction = Parameters<ConvexReactClient["action"]>[0];

/** Throws away what Convex would keep for later. */
export class AccountClient extends ConvexReactClient {
  #readToken: AuthTokenFetcher | null = null;

  override setAuth(
    readToken: AuthTokenFetcher,
    onChange?: (isAuthenticated: boolean) => void,
    onRefreshChange?: (isRefreshing: boolean) => void,
  ): void {
    this.#readToken = readToken;
    super.setAuth(readToken, onChange, onRefreshChange);
  }

  /** @throws Error when there is no connection: then nothing was sent and nothing will be */
  override action<Action extends AnyAction>(
    action: Action,
    ...args: OptionalRestArgs<Action>
  ): Promise<FunctionReturnType<Action>> {
    const send = () => super.action(action, ...args);
    switch (getFunctionName(action)) {
      case "auth:signIn":
        return within(this.#whenConnected(send), SIGN_IN_MS);
      case "auth:signOut":
        return this.#signOut(send);
      default:
        return this.#whenConnected(send);
    }
  }

  #isConnected(): boolean {
    return navigator.onLine && this.connectionState().isWebSocketConnected;
  }

  /** Sends in the very moment in which there is a connection. */
  async #whenConnected<T>(send: () => Promise<T>): Promise<T> {
    if (!navigator.onLine) throw new Error("No connection");
    if (this.#isConnected()) return await send();
    let stop: (() => void) | undefined;
    const connected = new Promise<void>((resolve) => {
      stop = this.subscribeToConnectionState(() => {
        if (this.#isConnected()) resolve();
      });
    });
    try {
      await within(connected, CONNECT_MS);
    } finally {
      stop?.();
    }
    return await send();
  }

  /** The library forgets the tokens whatever comes of this; a server that did not hear it is told later. */
  async #signOut<T>(send: () => Promise<T>): Promise<T> {
    const token = await this.#readToken?.({ forceRefreshToken: false });
    try {
      if (!this.#isConnected()) throw new Error("No connection");
      return await within(send(), SIGN_OUT_MS);
    } catch (error) {
      if (typeof token === "string") this.#endLater(token);
      throw error;
    }
  }

  /**
   * Ends the session of a token once there is a connection again. The token is
   * kept in memory alone: when the page closes first, the session on the
   * server ends when it expires, and nothing on this device opens it.
   */
  #endLater(token: string): void {
    const http = new ConvexHttpClient(this.url);
    http.setAuth(token);
    let asking = false;
    const ask = () => {
      if (asking || !this.#isConnected()) return;
      asking = true;
      http.action(api.auth.signOut, {}).then(stop, (error: unknown) => {
        asking = false;
        // What fetch throws without a connection; every answer is the last word.
        if (!(error instanceof TypeError)) stop();
      });
    };
    // A short cut that only the browser has noticed leaves the socket as it is.
    window.addEventListener("online", ask);
    const unsubscribe = this.subscribeToConnectionState(ask);
    const stop = () => {
      window.removeEventListener("online", ask);
      unsubscribe();
    };
  }
}
