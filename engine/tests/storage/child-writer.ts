/**
 * A process that writes until it is killed, started by child.ts with a data folder. It commits pairs of documents,
 * numbered from its second argument, and prints each pair's number once it is durable. With `hold` it only opens the
 * folder and waits. Third argument: log pages from which the log is moved. Fourth: commits moved into the database
 * together. Fifth: bytes of a journal file. With a sixth, it exits after that many pairs.
 */
import { writeSync } from "node:fs";
import { openStore } from "../../storage/store.ts";
import { newId } from "../../values/ids.ts";
import { must } from "../../values/user-error.ts";

const [folder, mode, logPages, keptCommits, journalSize, leaveAfter] =
  process.argv.slice(2);
const store = openStore({
  folder: must(folder, "a folder"),
  logPages: Number(logPages),
  keptCommits: Number(keptCommits),
  journalSize: Number(journalSize),
});
await store.changeCatalog({
  tables: [
    { name: "items", indexes: [{ name: "by_kind", fields: ["kind", "n"] }] },
  ],
});
const table = must(store.catalog.table("items"), "table items").number;
// A system call, because a killed process loses its buffers.
const say = (line: string): void => {
  for (;;) {
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (error) {
      // The pipe is full: its reader has had no turn yet.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
};
say("ready");
if (mode === "hold") {
  setInterval(() => undefined, 1000);
} else {
  await writePairs(Number(mode));
}

async function writePairs(first: number): Promise<void> {
  let n = first;
  const writeOn = async () => {
    for (;;) {
      const pair = n++;
      const writes = ["left", "right"].map((kind) => {
        const id = newId(table);
        const _creationTime = Date.now() + pair / 1e6;
        const after = { _id: id, _creationTime, kind, n: pair };
        return { table, id, before: null, after };
      });
      const { ts } = store.apply(writes, {
        sessionId: "session",
        requestId: pair,
        result: String(pair),
        logLines: [],
      });
      await store.whenDurable(ts);
      say(String(pair));
      // Exits without closing anything, as a failing program does.
      if (leaveAfter !== undefined && pair - first >= Number(leaveAfter))
        process.exit(0);
    }
  };
  await Promise.all(Array.from({ length: 8 }, writeOn));
}
