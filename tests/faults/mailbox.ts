/** A local mail service that keeps every message. The deployment's own code sends to it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Mailbox = {
  readonly env: Readonly<Record<string, string>>;
  readonly next: (to: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

export async function openMailbox(): Promise<Mailbox> {
  const unread = new Map<string, string[]>();
  const waiting = new Map<string, (message: string) => void>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const mail = JSON.parse(body) as { to: string[]; text: string };
      for (const to of mail.to) {
        const wanted = waiting.get(to);
        waiting.delete(to);
        if (wanted) wanted(mail.text);
        else unread.set(to, [...(unread.get(to) ?? []), mail.text]);
      }
      response.setHeader("Content-Type", "application/json");
      response.end('{"id":"1"}');
    });
  });
  await new Promise<void>((up) => server.listen(0, "127.0.0.1", up));
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      MAIL_API_KEY: "re_test",
      MAIL_FROM: "Yourturn <hello@shop.example>",
      MAIL_API_URL: `http://127.0.0.1:${port}`,
    },
    next: (to) => {
      const [first, ...rest] = unread.get(to) ?? [];
      unread.set(to, rest);
      return first === undefined
        ? new Promise((resolve) => waiting.set(to, resolve))
        : Promise.resolve(first);
    },
    close: () =>
      new Promise((down) => {
        server.close(() => down());
        server.closeAllConnections();
      }),
  };
}
