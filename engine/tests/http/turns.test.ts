import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { Readable } from "node:stream";
import { sendText } from "../../http/body.ts";
import { sendStream } from "../../http/send-stream.ts";
import { openHttp } from "./open-http.ts";

/** As many as one connection may be owed. */
const EACH = 16;
const OTHERS = "198.51.100.1";

/** The number of the event loop's turn, until the test is over. */
function countTurns(): { now: number } {
  const turns = { now: 0 };
  const count = () => {
    turns.now += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  onTestFinished(() => clearImmediate(counting));
  return turns;
}

/** Connections that ask for `/begun` all at once, and the turns of the event loop in which each network's were begun. */
async function flood(connections: number, networks = 1) {
  const begun: { turn: number; network: unknown }[] = [];
  const { url } = await openHttp({
    behindProxy: true,
    routes: [
      {
        method: "GET",
        path: "/begun",
        handle: ({ headers }, response) => {
          begun.push({ turn: turns.now, network: headers["x-forwarded-for"] });
          sendText(response, 200, "x");
        },
      },
    ],
  });
  const turns = countTurns();
  const ask = (socket: Socket, network: string, times: number) => {
    const head = `GET /begun HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${network}\r\n\r\n`;
    socket.write(head.repeat(times));
  };
  const sockets: Socket[] = [];
  for (let n = 0; n <= connections; n++) {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    ask(socket, OTHERS, 1);
    await once(socket, "data");
    sockets.push(socket);
  }
  begun.length = 0;
  let answers = "";
  const [other, ...flooding] = sockets;
  const answered = new Promise<string>((resolve) => {
    for (const socket of flooding)
      socket.on("data", (data: Buffer) => {
        answers += data.toString();
        const { length } = answers.match(/HTTP\/1\.1 /g) ?? [];
        if (length === connections * EACH) resolve(answers);
      });
  });
  for (const [n, socket] of flooding.entries())
    ask(socket, `192.0.2.${1 + (n % networks)}`, EACH);
  if (other !== undefined) ask(other, OTHERS, 1);
  return { begun, answers: await answered };
}

test("[HT39] a network begins a few requests in each turn of the event loop, and others wait for none of them", async () => {
  const { begun } = await flood(4);
  expect(mostInATurn(begun)).toBe(16);
  expect(begun.findIndex(({ network }) => network === OTHERS)).toBe(16);
});

test("[HT39] many networks begin no more than two together, and another network's request soon begins", async () => {
  const { begun } = await flood(20, 10);
  expect(mostInATurn(begun)).toBe(32);
  const turns = [...new Set(begun.map(({ turn }) => turn))];
  const other = begun.find(({ network }) => network === OTHERS);
  expect(turns.slice(0, 3)).toContain(other?.turn);
});

function mostInATurn(begun: Awaited<ReturnType<typeof flood>>["begun"]) {
  const strangers = begun.filter(({ network }) => network !== OTHERS);
  const turns = Map.groupBy(strangers, ({ turn }) => turn);
  return Math.max(...Array.from(turns.values(), ({ length }) => length));
}

test("[HT39] what is more than a thousand waiting gets 503 with Retry-After", async () => {
  const connections = 70;
  const { begun, answers } = await flood(connections);
  const refused = answers.match(/ 503 [^]*?Retry-After: 1\r\n/g) ?? [];
  expect(refused.length).toBeGreaterThan(0);
  expect(answers).toContain("TooManyConcurrentRequests");
  const served = begun.filter(({ network }) => network !== OTHERS);
  expect(served.length + refused.length).toBe(connections * EACH);
});

test("[HT39] a network is sent a few parts of files in each turn of the event loop", async () => {
  const parts = Array.from({ length: 20 }, () => Buffer.alloc(1024));
  const turns = countTurns();
  const sent = new Map<number, number>();
  const { url } = await openHttp({
    behindProxy: true,
    routes: [
      {
        method: "GET",
        path: "/file",
        handle: async (_request, response) => {
          const write = response.write.bind(response) as (
            part: Buffer,
          ) => boolean;
          response.write = (part: Buffer) => {
            sent.set(turns.now, (sent.get(turns.now) ?? 0) + 1);
            return write(part);
          };
          await sendStream(response, () => Readable.from(parts));
        },
      },
    ],
  });
  const headers = { "X-Forwarded-For": "192.0.2.1" };
  const bodies = await Promise.all(
    Array.from({ length: 64 }, async () => {
      const response = await fetch(`${url}/file`, { headers });
      return (await response.arrayBuffer()).byteLength;
    }),
  );
  expect(new Set(bodies)).toEqual(new Set([20 * 1024]));
  expect(Math.max(...sent.values())).toBe(16);
});
