/** In place of the Convex client: the test sets answers, calls are recorded. Does not cover functions themselves. */
import { ConvexProvider, type ConvexReactClient } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { StrictMode, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { beforeEach, onTestFinished } from "vitest";
import { Toasts } from "../../src/ui/toast.tsx";
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

  /** Sets a query's value and waits for everything that follows. */
  async change(...set: Parameters<FakeBackend["set"]>): Promise<void> {
    await act(async () => this.set(...set));
  }

  /** From now on the server refuses a mutation or an action with this code. */
  refuse(mutation: AnyMutation, code: string, more: object = {}): void {
    this.on(mutation, () => ({ ok: false, code, ...more }));
  }

  /** From now on a mutation or an action fails, as when the connection is lost. */
  fail(mutation: AnyMutation): void {
    this.on(mutation, () => {
      throw new Error("gone");
    });
  }

  /** From now on a mutation or an action waits for its answer. @returns what gives it */
  hold(mutation: AnyMutation): (answer: unknown) => Promise<void> {
    let give: (answer: unknown) => void = () => undefined;
    this.on(mutation, () => new Promise((resolve) => (give = resolve)));
    return async (answer) => await act(async () => give(answer));
  }

  /** Ends or restores the connection. */
  connect(connected: boolean): void {
    this.#connected = connected;
    this.#watchers.forEach((notify) => notify());
  }

  /** Forgets everything, for the next test. */
  forget(): void {
    this.sent.length = 0;
    this.asked.length = 0;
    this.#answers.clear();
    this.#mutations.clear();
    this.#watchers.clear();
    this.#connected = true;
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
      query: async (query: AnyQuery, args: Args = {}) => {
        const answer = await Promise.resolve(
          this.#answers.get(key(query, args)),
        );
        if (answer instanceof Error) throw answer;
        return answer;
      },
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

/** A backend that each test of the file finds empty. */
export function freshBackend(): FakeBackend {
  const backend = new FakeBackend();
  beforeEach(() => backend.forget());
  return backend;
}
const key = (query: AnyQuery, args: Args) =>
  `${getFunctionName(query)} ${JSON.stringify(args)}`;

/** Draws an element, effects run twice as in development. Returns what unmounts it; the end of the test does so too. */
export async function draw(backend: FakeBackend, element: ReactNode) {
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

/** Draws an element with the messages that owners and customers see beside it. */
export async function drawWithToasts(backend: FakeBackend, element: ReactNode) {
  return await draw(
    backend,
    <>
      {element}
      <Toasts pace="owner" />
    </>,
  );
}

/** An entry of `sent`. */
export function call(mutation: AnyMutation, args: object) {
  return { name: getFunctionName(mutation), args };
}
const drawn = new Set<() => Promise<void>>();
/** Unmounts everything drawn, as a reload would. */
export async function closeDrawn(): Promise<void> {
  for (const close of drawn) await close();
}

/** The first element with this selector and text. @throws Error when there is none */
export function find(selector: string, text: string | RegExp = /^/) {
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

/** Clicks an element and waits for everything that follows. */
export async function click(selector: string, text?: string | RegExp) {
  await act(async () => find(selector, text).click());
}

/** Presses a button. */
export async function press(text: string | RegExp): Promise<void> {
  await click("button, a", text);
}
