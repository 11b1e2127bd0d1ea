/** The official ConvexClient on Node, set up as in a browser. */
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import WebSocket from "ws";

export type OfficialClient = {
  readonly mutate: (
    path: string,
    args: Record<string, unknown>,
  ) => Promise<unknown>;
  /** `onValue` gets each value of the query. */
  readonly watch: (
    path: string,
    args: Record<string, unknown>,
    onValue: (value: unknown) => void,
  ) => void;
  readonly close: () => Promise<void>;
};

export function openOfficialClient(url: string): OfficialClient {
  const client = new ConvexClient(url, {
    unsavedChangesWarning: false,
    logger: false,
    // The shape matches the browser's. The types of the two libraries differ only in the event classes.
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
  });
  return {
    mutate: (path, args) =>
      client.mutation(makeFunctionReference<"mutation">(path), args),
    watch: (path, args, onValue) => {
      client.onUpdate(makeFunctionReference<"query">(path), args, onValue);
    },
    close: () => client.close(),
  };
}
