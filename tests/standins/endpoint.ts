/** A shop's webhook endpoint: verifies with Stripe's own library, records events, and answers as the test sets. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";

export type Received = {
  readonly event: Stripe.Event;
  readonly signature: string;
  readonly body: string;
};

export type ShopEndpoint = {
  readonly url: string;
  /** Every event with a good signature, answered 2xx or not. */
  readonly received: readonly Received[];
  /** Types of the received events, in order. */
  readonly types: () => string[];
  /** The next answers, in order. After them 200. */
  readonly answers: number[];
  /** Resolves once this many have come. */
  readonly until: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function openEndpoint(secret: string): Promise<ShopEndpoint> {
  const received: Received[] = [];
  const answers: number[] = [];
  let waiting: { count: number; resolve: () => void }[] = [];
  const stripe = new Stripe("sk_test_unused");

  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const signature = String(request.headers["stripe-signature"]);
      try {
        const event = await stripe.webhooks.constructEventAsync(
          body,
          signature,
          secret,
        );
        received.push({ event, signature, body });
        response.writeHead(answers.shift() ?? 200).end();
      } catch (error) {
        response.writeHead(400).end(String(error));
      }
      waiting = waiting.filter(({ count, resolve }) => {
        if (received.length < count) return true;
        resolve();
        return false;
      });
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    received,
    types: () => received.map(({ event }) => event.type),
    answers,
    until: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
