/** Socket.IO as a target: see servers/socketio.ts. Its clients speak Engine.IO 4 by hand, as cheaply as all others. */
import { portOf, startPinned } from "../measure/children.ts";
import { RawSocket } from "../wire/raw-socket.ts";
import { Crowd } from "./crowd.ts";
import type { FanOutTarget } from "./target.ts";

const PATH = "/socket.io/?EIO=4&transport=websocket";
const CONNECT = "40";
const PING = "2";
const PONG = "3";
const ACKNOWLEDGED = "43";

/** Frames to watchers carry `frameBytes` bytes of text. */
export async function openSocketIo(
  databaseFile: string,
  frameBytes: number,
): Promise<FanOutTarget> {
  const child = await startPinned("socketio.ts", [databaseFile]);
  const port = portOf(child);
  const crowd = new Crowd(0);
  let acknowledge: ((at: number) => void) | null = null;
  let requests = 0;
  const connected = Promise.withResolvers<void>();
  const writer = await RawSocket.open(port, PATH, {
    onText: (payload) => {
      const text = payload.toString();
      if (text === PING) writer.sendText(PONG);
      else if (text.startsWith(ACKNOWLEDGED)) acknowledge?.(performance.now());
      else if (text.startsWith(CONNECT)) connected.resolve();
    },
  });
  writer.sendText(CONNECT);
  await connected.promise;
  return {
    name: "peer(socket.io)",
    pid: child.pid,
    watch: (count) =>
      crowd.watch(count, {
        port,
        path: PATH,
        hello: () => [CONNECT],
        reply: (payload) => {
          const text = payload.toString();
          if (text === PING) return PONG;
          return text.startsWith(CONNECT) ? `42["watch",${frameBytes}]` : null;
        },
      }),
    write: () =>
      crowd.write(
        () =>
          new Promise((resolve) => {
            acknowledge = resolve;
            writer.sendText(`42${requests++}["callNext"]`);
          }),
      ),
    get frames() {
      return crowd.frames;
    },
    get frameBytes() {
      return crowd.frameBytes;
    },
    assertSettled: () => crowd.assertSettled(),
    close: async () => {
      crowd.close();
      writer.destroy();
      await child.stop();
    },
  };
}
