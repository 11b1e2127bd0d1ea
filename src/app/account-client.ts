/**
 * The connection of the screens with sign-in. Convex's own client keeps an unsent action and sends it minutes later,
 * which could make accounts that users had given up on. Here an action is sent now or never; mutations stay queued.
 */
import { ConvexHttpClient } from "convex/browser";
import { ConvexReactClient, type AuthTokenFetcher } from "convex/react";
import {
  getFunctionName,
  type FunctionReturnType,
  type OptionalRestArgs,
} from "convex/server";
import { api } from "../../convex/_generated/api";
import { isOnline } from "../lib/server/online";
import { CREDENTIALS_TIMEOUT_MS, within } from "../lib/server/within";

/** How long an action may wait for the connection. Shorter than any screen waits for its answer. */
const CONNECT_MS = 4_000;
/** Slightly shorter than the forms wait, so that no user is signed in after a form gave up. */
const SIGN_IN_MS = CREDENTIALS_TIMEOUT_MS - 500;
/** A logout does not wait for an unresponsive server (product.md A8). */
const SIGN_OUT_MS = 4_000;

type AnyAction = Parameters<ConvexReactClient["action"]>[0];

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

  /** @throws Error without a connection: then nothing is sent, now or later */
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
    return isOnline() && this.connectionState().isWebSocketConnected;
  }

  async #whenConnected<T>(send: () => Promise<T>): Promise<T> {
    if (!isOnline()) throw new Error("No connection");
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

  /** The library drops the tokens in any case. A server that was not reached learns it later. */
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

  /** Only in memory: if the page closes first, the server's session expires unused. */
  #endLater(token: string): void {
    const http = new ConvexHttpClient(this.url);
    http.setAuth(token);
    let asking = false;
    const ask = () => {
      if (asking || !this.#isConnected()) return;
      asking = true;
      http.action(api.auth.signOut, {}).then(stop, (error: unknown) => {
        asking = false;
        // Fetch throws this without a connection. Any other answer is final.
        if (!(error instanceof TypeError)) stop();
      });
    };
    // The socket may survive a short lost connection that only the browser noticed.
    window.addEventListener("online", ask);
    const unsubscribe = this.subscribeToConnectionState(ask);
    const stop = () => {
      window.removeEventListener("online", ask);
      unsubscribe();
    };
  }
}
