/** The floor as a target: see servers/floor.ts. */
import { portOf, startPinned } from "../measure/children.ts";
import { RawSocket } from "../wire/raw-socket.ts";
import { Crowd } from "./crowd.ts";
import type { FanOutTarget } from "./target.ts";

/** What the floor can commit. `rows` is this many documents with this many bytes in total. */
export type Command = "callNext" | "insert" | `rows ${number} ${number}`;

/** A connection that sends commands one at a time and gets a number back for each. */
export type Commander = {
  readonly send: (command: Command) => Promise<number>;
  readonly close: () => void;
};

export async function openCommander(port: number): Promise<Commander> {
  let settle: ((at: number) => void) | null = null;
  const socket = await RawSocket.open(port, "/write", {
    onText: () => settle?.(performance.now()),
  });
  return {
    send: (command) =>
      new Promise((resolve) => {
        settle = resolve;
        socket.sendText(command);
      }),
    close: () => socket.destroy(),
  };
}

/** Frames to watchers carry `frameBytes` bytes of text. `command` is what each write commits. */
export async function openFloor(
  databaseFile: string,
  frameBytes: number,
  command: Command = "callNext",
): Promise<FanOutTarget & { readonly port: number }> {
  const child = await startPinned("floor.ts", [databaseFile]);
  const port = portOf(child);
  const commander = await openCommander(port);
  const crowd = new Crowd(0);
  return {
    name: "floor",
    port,
    pid: child.pid,
    watch: (count) =>
      crowd.watch(count, {
        port,
        path: `/watch?bytes=${frameBytes}`,
        hello: () => [],
      }),
    write: () => crowd.write(() => commander.send(command)),
    get frames() {
      return crowd.frames;
    },
    get frameBytes() {
      return crowd.frameBytes;
    },
    assertSettled: () => crowd.assertSettled(),
    close: async () => {
      crowd.close();
      commander.close();
      await child.stop();
    },
  };
}
