/**
 * A process that writes until it is killed: started by child.ts with a data folder, it commits pairs of documents, numbered
 * from its second argument, and prints the number of each pair once it is durable. With `hold` it only opens the folder
 * and waits. The third argument is the pages of log from which it is moved, the fourth the commits that are moved into the
 * database together, the fifth the bytes of a journal file; with a sixth one it leaves by itself after so many pairs.
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
// Written with a system call: a killed process keeps no buffer.
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
      // Ends without closing anything, as a program does that fails.
      if (leaveAfter !== undefined && pair - first >= Number(leaveAfter))
        process.exit(0);
    }
  };
  await Promise.all(Array.from({ length: 8 }, writeOn));
}
