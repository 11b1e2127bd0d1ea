/** Convex's own clients. A client of `openClient` is closed after the test. */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";

export const OPTIONS = {
  webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
  skipConvexDeploymentUrlCheck: true,
  unsavedChangesWarning: false,
  logger: false,
} as const;

export function openClient(url: string): ConvexClient {
  const client = new ConvexClient(url, OPTIONS);
  onTestFinished(() => client.close());
  return client;
}

export const httpClient = (url: string) =>
  new ConvexHttpClient(url, {
    skipConvexDeploymentUrlCheck: true,
    logger: false,
  });
