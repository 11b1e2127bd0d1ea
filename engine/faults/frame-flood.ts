/** Offenders that send odd frames to sync sockets, all at once, and the server's wrong reactions. */
import { clientFrame, Opcode } from "../bench/wire/frames.ts";
import { RawSocket } from "../bench/wire/raw-socket.ts";
import { SYNC_PATH } from "../bench/wire/sync-client.ts";
import { extremes, oddCall, oddFrame, oddMessage } from "./odd-frames.ts";
import { type Pick, seeded } from "../../tests/seed.ts";

const OFFENDERS = 8;
/** Messages of a conversation before the one that ends it. */
const CALLS = 15;
/** A server that waits for the rest of a frame sends nothing. Then the offender leaves. */
const SILENCE_MS = 300;
/** Ends what hangs. */
const PATIENCE_MS = 600_000;
const CONNECT = clientFrame(
  Opcode.text,
  '{"type":"Connect","sessionId":"00000000-0000-0000-0000-000000000000","connectionCount":0}',
);
const GOODBYE = clientFrame(Opcode.close, Buffer.from([0x03, 0xe8]));

export type Flood = {
  /** Errors found, in words. */
  readonly wrong: string[];
  /** Number of sockets per close code. `left` counts those that the offender gave up. */
  readonly ends: Map<string, number>;
};

/** Sends `count` messages. @param seed for all of them */
export async function flood(
  port: number,
  count: number,
  seed: number,
): Promise<Flood> {
  const wrong: string[] = [];
  const ends = new Map<string, number>();
  let left = count;
  const offend = async (pick: Pick) => {
    while (left > 0 && wrong.length === 0) {
      left -= CALLS + 1;
      const frames = Array.from({ length: CALLS }, (_, n) =>
        clientFrame(Opcode.text, oddCall(pick, n)),
      );
      frames.push(
        pick(2)
          ? oddFrame(pick)
          : clientFrame(Opcode.text, Buffer.from(oddMessage(pick))),
      );
      const end = await converse(
        port,
        [CONNECT, ...frames, GOODBYE],
        SILENCE_MS,
      );
      ends.set(end, (ends.get(end) ?? 0) + 1);
      if (!isRight(end))
        wrong.push(`${end} after ${frames.at(-1)?.toString("latin1")}`);
    }
  };
  const offenders = Array.from({ length: OFFENDERS }, (_, i) =>
    offend(seeded(seed + i)),
  );
  await Promise.all(offenders);
  return { wrong, ends };
}

/** Sends the largest of each kind. @returns the errors found, in words */
export async function sendExtremes(port: number): Promise<string[]> {
  const wrong: string[] = [];
  for (const { what, texts, codes } of extremes()) {
    const frames = texts.map((one) => clientFrame(Opcode.text, one));
    const end = await converse(port, [CONNECT, ...frames], PATIENCE_MS);
    if (!codes.map(String).includes(end)) wrong.push(`${what}: ${end}`);
  }
  return wrong;
}

/** Closed with a code that does not blame the engine. */
const isRight = (end: string) =>
  end === "left" || (/^1\d{3}$/.test(end) && end !== "1011");

/** Sends all of it on a new socket. @returns its close code, `left`, or the error */
async function converse(
  port: number,
  frames: readonly Buffer[],
  patience: number,
): Promise<string> {
  const closed = Promise.withResolvers<string>();
  const leave = { timer: undefined as NodeJS.Timeout | undefined };
  const socket = await RawSocket.open(port, SYNC_PATH, {
    onText: () => leave.timer?.refresh(),
    onClose: (why) => closed.resolve(why),
  });
  leave.timer = setTimeout(() => {
    closed.resolve("left");
    socket.destroy();
  }, patience);
  socket.sendFrame(Buffer.concat(frames));
  const why = await closed.promise;
  clearTimeout(leave.timer);
  return /^\d{4}/.exec(why)?.[0] ?? why;
}
