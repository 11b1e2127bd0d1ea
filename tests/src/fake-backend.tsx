/**
 * A backend for screens under test: answers are set by the test, calls are
 * recorded. Stands in for the Convex client at the interface that its React
 * hooks use; it says nothing about the functions themselves.
 */
import { ConvexProvider, type ConvexReactClient } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { act, StrictMode, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished } from "vitest";

type AnyQuery = FunctionReference<"query">;
type AnyMutation = FunctionReference<"mutation" | "action">;
type Args = Record<string, unknown>;
type Answer = (args: Args) => unknown;

export class FakeBackend {
  /** Every mutation and action sent, in order. */
  readonly sent: { name: string; args: Args }[] = [];
  /** Every time that a screen began to ask a query, in order: its name. */
  readonly asked: string[] = [];
  readonly #answers = new Map<string, unknown>();
  readonly #mutations = new Map<string, Answer>();
  readonly #watchers = new Set<() => void>();
  #connected = true;

  /** What a query answers from now on; undefined: it is loading; an Error: it fails. */
  set(query: AnyQuery, args: Args, value: unknown): void {
    this.#answers.set(key(query, args), value);
    this.#watchers.forEach((notify) => notify());
  }

  /** What a mutation or an action answers from now on. */
  on(mutation: AnyMutation, answer: Answer): void {
    this.#mutations.set(getFunctionName(mutation), answer);
  }

  /** Cuts or restores the connection. */
  connect(connected: boolean): void {
    this.#connected = connected;
    this.#watchers.forEach((notify) => notify());
  }

  /** The client that React's hooks talk to. */
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

/** Draws an element as the app would, effects run twice as in development. Returns what takes it off again; the end of the test does so too. */
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

/** Takes everything off that is drawn, as a reload would. */
export async function closeDrawn(): Promise<void> {
  for (const close of drawn) await close();
}

/** The one element with this role-like selector and text. @throws Error when there is none */
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
