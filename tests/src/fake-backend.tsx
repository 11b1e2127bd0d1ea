/**
 * A backend for screens under test: the test sets answers, and calls are recorded. It replaces the Convex client at
 * the interface of its React hooks. It does not cover the functions themselves.
 */
import { ConvexProvider, type ConvexReactClient } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { StrictMode, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished } from "vitest";
import { act } from "./act.ts";

type AnyQuery = FunctionReference<"query">;
type AnyMutation = FunctionReference<"mutation" | "action">;
type Args = Record<string, unknown>;
type Answer = (args: Args) => unknown;

export class FakeBackend {
  /** Every mutation and action sent, in order. */
  readonly sent: { name: string; args: Args }[] = [];
  /** The name of each query that a screen started to ask, in order. */
  readonly asked: string[] = [];
  readonly #answers = new Map<string, unknown>();
  readonly #mutations = new Map<string, Answer>();
  readonly #watchers = new Set<() => void>();
  #connected = true;

  /** Sets a query's value from now on; undefined: it is loading; an Error: it fails. */
  set(query: AnyQuery, args: Args, value: unknown): void {
    this.#answers.set(key(query, args), value);
    this.#watchers.forEach((notify) => notify());
  }

  /** Sets the answer of a mutation or an action from now on. */
  on(mutation: AnyMutation, answer: Answer): void {
    this.#mutations.set(getFunctionName(mutation), answer);
  }

  /** Ends or restores the connection. */
  connect(connected: boolean): void {
    this.#connected = connected;
    this.#watchers.forEach((notify) => notify());
  }

  /** The client for React's hooks. */
  client(): ConvexReactClient {
    const subscribe = (notify: () => void) => {
      this.#watchers.add(notify);
      return () => this.#watchers.delete(notify);
    };
    const call = async (mutation: AnyMutation, args: Args) => {
      const name = getFunctionName(mutation);
      this.sent.push({ name, args });
      const answer = this.#mutations.get(name);
      if (answer === undefined) throw new Error(`${name} has no answer`);
      return answer(args);
    };
    const client = {
      watchQuery: (query: AnyQuery, args: Args = {}) => ({
        onUpdate: (notify: () => void) => {
          this.asked.push(getFunctionName(query));
          return subscribe(notify);
        },
        journal: () => undefined,
        localQueryResult: () => {
          const answer = this.#answers.get(key(query, args));
          if (answer instanceof Error) throw answer;
          return answer;
        },
      }),
      query: async (query: AnyQuery, args: Args = {}) =>
        await Promise.resolve(this.#answers.get(key(query, args))),
      mutation: call,
      action: call,
      connectionState: () => ({
        hasInflightRequests: false,
        isWebSocketConnected: this.#connected,
        timeOfOldestInflightRequest: null,
        hasEverConnected: true,
        connectionCount: 1,
        connectionRetries: 0,
        inflightMutations: 0,
        inflightActions: 0,
      }),
      subscribeToConnectionState: subscribe,
    };
    return client as unknown as ConvexReactClient;
  }
}

function key(query: AnyQuery, args: Args): string {
  return `${getFunctionName(query)} ${JSON.stringify(args)}`;
}

/**
 * Draws an element as the app would, with effects run twice as in development. Returns a function that unmounts it.
 * The end of the test unmounts it too.
 */
export async function draw(
  backend: FakeBackend,
  element: ReactNode,
): Promise<() => Promise<void>> {
  const host = document.createElement("div");
  document.body.append(host);
  const root = createRoot(host);
  await act(async () =>
    root.render(
      <StrictMode>
        <ConvexProvider client={backend.client()}>{element}</ConvexProvider>
      </StrictMode>,
    ),
  );
  const close = async () => {
    drawn.delete(close);
    await act(async () => root.unmount());
    host.remove();
  };
  drawn.add(close);
  onTestFinished(close);
  return close;
}

const drawn = new Set<() => Promise<void>>();

/** Unmounts everything drawn, as a reload would. */
export async function closeDrawn(): Promise<void> {
  for (const close of drawn) await close();
}

/** The element with this selector and text. @throws Error when there is none */
export function find(selector: string, text: string | RegExp): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) =>
      typeof text === "string"
        ? element.textContent?.trim() === text
        : text.test(element.textContent ?? ""),
  );
  if (found === undefined) {
    throw new Error(
      `No ${selector} with ${String(text)} in: ${document.body.textContent}`,
    );
  }
  return found;
}

/** Presses a button and waits for everything that follows. */
export async function press(text: string | RegExp): Promise<void> {
  await act(async () => find("button, a", text).click());
}
