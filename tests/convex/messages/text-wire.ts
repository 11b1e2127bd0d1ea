/**
 * Texts over HTTP: the stand-in for Twilio, and a server that hands its signed calls to the app under test. One per
 * file. Holds no assertions.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import { openStandins } from "../../../standins/open-standins.ts";
import type { Text } from "../../../standins/twilio/twilio-state.ts";
import { STANDINS } from "../../standins/options.ts";
import {
  TWILIO_NUMBER,
  TWILIO_SID,
  TWILIO_TOKEN,
  twilioAt,
} from "../../standins/twilio-account.ts";
import type { App, Shop } from "../open-app.ts";
import { openTextShop, stubTexts, type textsOf } from "./text-shop.ts";

export type Wire = Awaited<ReturnType<typeof openWire>>;

/** @param app the app of the running test */
async function openWire(app: () => App) {
  /** Statuses of the app's answers to Twilio's calls. */
  const answers: number[] = [];
  const endpoint = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = {
        "Content-Type": String(request.headers["content-type"]),
        "X-Twilio-Signature": String(request.headers["x-twilio-signature"]),
      };
      const body = Buffer.concat(chunks).toString();
      void app()
        .backend.fetch(String(request.url), { method: "POST", headers, body })
        .then(async (answer) => {
          answers.push(answer.status);
          response.writeHead(answer.status).end(await answer.text());
        });
    });
  });
  await new Promise<void>((done) => endpoint.listen(0, "127.0.0.1", done));
  const { port } = endpoint.address() as AddressInfo;
  const site = `http://127.0.0.1:${port}`;
  const standins = await openStandins({
    ...STANDINS,
    twilio: twilioAt(`${site}/api/twilio/inbound`),
    // The app of a finished test does not answer any more.
    logError: () => undefined,
  });
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${standins.port}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as T;
  };
  return {
    site,
    answers,
    /** The deployment's variables. Undone by vi.unstubAllEnvs. */
    stub(): void {
      vi.stubEnv("DEPLOYMENT_KIND", "test");
      vi.stubEnv("TWILIO_ACCOUNT_SID", TWILIO_SID);
      vi.stubEnv("TWILIO_AUTH_TOKEN", TWILIO_TOKEN);
      vi.stubEnv("TWILIO_FROM", TWILIO_NUMBER);
      vi.stubEnv("TWILIO_API_URL", `http://127.0.0.1:${standins.port}`);
      vi.stubEnv("SITE_URL", site);
    },
    switch: async (switches: object) =>
      await ask("/_standin/twilio/settings", {
        ...{ reset: true, callbackDelayMs: 0 },
        ...switches,
      }),
    /** Sends a text from a phone to a sender. */
    write: async (text: {
      from: string;
      to?: string;
      body: string;
      sid?: string;
    }) =>
      await ask<{ status: number; reply: string | null }>(
        "/_standin/twilio/inbound",
        { to: TWILIO_NUMBER, ...text },
      ),
    /** All texts sent to this phone. */
    sentTo: async (phone: string) => {
      const { messages } = await ask<{ messages: Text[] }>(
        "/_standin/twilio/messages",
      );
      return messages.filter(({ to, way }) => to === phone && way === "out");
    },
    /** An account for shops with their own credentials. */
    own: async () => {
      type Account = { sid: string; token: string; number: string };
      const { accounts } = await ask<{ accounts: Account[] }>(
        "/_standin/twilio/accounts",
      );
      const [, own] = accounts;
      if (own === undefined) throw new Error("no account of a shop's own");
      return own;
    },
    close: async () => {
      await standins.close();
      endpoint.closeAllConnections();
      await new Promise((done) => endpoint.close(done));
    },
  };
}

/** For a whole file: opens a shop on the wire before each test, without faults. */
export function onWire(
  opened: (on: {
    wire: Wire;
    app: App;
    shop: Shop;
    texts: ReturnType<typeof textsOf>;
  }) => void,
): void {
  let wire: Wire;
  let app: App;
  beforeAll(async () => {
    wire = await openWire(() => app);
  });
  afterAll(() => wire.close());
  beforeEach(async () => {
    stubTexts();
    wire.stub();
    await wire.switch({});
    wire.answers.length = 0;
    const texts = await openTextShop();
    ({ app } = texts);
    opened({ wire, app, shop: texts.shop, texts });
  });
}
