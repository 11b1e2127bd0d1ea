/** The engine with the bench's own small project as a target. Watchers speak the official sync protocol. */
import { randomUUID } from "node:crypto";
import type { EngineProcess } from "../deployment/process.ts";
import { SYNC_PATH, type SyncClient } from "../wire/sync-client.ts";
import { Crowd } from "./crowd.ts";
import type { FanOutTarget } from "./target.ts";

/** A phone's first messages: Connect, then the queries it watches. */
export const helloOf = (
  queries: readonly { readonly path: string; readonly args: object }[],
): readonly string[] => [
  JSON.stringify({
    type: "Connect",
    sessionId: randomUUID(),
    connectionCount: 0,
    lastCloseReason: "InitialConnect",
    clientTs: Date.now(),
  }),
  JSON.stringify({
    type: "ModifyQuerySet",
    baseVersion: 0,
    newVersion: 1,
    modifications: queries.map(({ path, args }, queryId) => ({
      type: "Add",
      queryId,
      udfPath: path,
      args: [args],
    })),
  }),
];

/** `writer` calls next. `written` is the number that the queue shows now. */
export function engineTarget(
  engine: EngineProcess,
  writer: SyncClient,
  written: number,
): FanOutTarget & { readonly lastFrames: readonly Buffer[] } {
  const crowd = new Crowd(written);
  return {
    name: "engine",
    pid: engine.pid,
    watch: (count) =>
      crowd.watch(count, {
        port: engine.port,
        path: SYNC_PATH,
        hello: () => helloOf([{ path: "line:get", args: {} }]),
      }),
    write: () =>
      crowd.write(async () => {
        const answer = await writer.mutation("line:callNext", {});
        if (!answer.ok) throw new Error(answer.message);
        return answer.at;
      }),
    get frames() {
      return crowd.frames;
    },
    get frameBytes() {
      return crowd.frameBytes;
    },
    get lastFrames() {
      return crowd.lastFrames;
    },
    assertSettled: () => crowd.assertSettled(),
    close: async () => {
      crowd.close();
      writer.close();
      await engine.kill();
    },
  };
}
