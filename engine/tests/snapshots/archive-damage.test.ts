import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listArchive, nameOf } from "../../snapshots/archive/archive-folder.ts";
import { historyAfter } from "../../snapshots/archive/history.ts";
import { readSegment } from "../../snapshots/archive/segment.ts";
import {
  readManifest,
  writeManifest,
} from "../../snapshots/backup-manifest.ts";
import { must } from "../../values/user-error.ts";
import { isIn, isSame, items, KIND, live } from "./archived-history.ts";
import {
  contentOf,
  folders,
  openArchived,
  restoreAll,
} from "./archived-store.ts";

describe("a damaged archive", () => {
  async function written() {
    const places = folders();
    const { store, archiver, shipped } = openArchived(places, {
      segmentSize: 1500,
    });
    await store.changeCatalog(items(KIND));
    await shipped();
    const moments = await live(store, 25, 7);
    await shipped();
    await store.close();
    await archiver.stop();
    const { base, journal } = await listArchive(places.archive);
    const newest = must(base.at(-1), "a base");
    const folder = path.join(places.archive, nameOf("base", newest));
    const { position } = await readManifest(folder);
    const numbers = journal.filter((number) => number > newest);
    expect(numbers.length).toBeGreaterThan(3);
    const read = async () => {
      const sequences: number[] = [];
      const why: string[] = [];
      const after = must(position, "a position");
      for await (const step of historyAfter(places.archive, numbers, after)) {
        if (step.kind === "record") sequences.push(step.record.sequence);
        else if (step.kind !== "change") why.push(step.why);
      }
      return { sequences, why };
    };
    const fileOf = (number: number) =>
      path.join(places.archive, nameOf("journal", number));
    return { places, moments, numbers, read, fileOf };
  }

  test("[AR2] gives a beginning of the history, truncated at any byte or with a byte changed, and says where it ends", async () => {
    const { numbers, read, fileOf } = await written();
    const whole = await read();
    expect(whole.why).toEqual([]);
    for (const number of [numbers[1], numbers.at(-1)]) {
      const file = fileOf(must(number, "a segment"));
      const name = path.basename(file);
      const bytes = fs.readFileSync(file);
      const isLast = number === numbers.at(-1);
      const check = async (isCut: boolean, at: number) => {
        const { sequences, why } = await read();
        const isWhole = sequences.length === whole.sequences.length;
        expect(sequences).toEqual(whole.sequences.slice(0, sequences.length));
        // A cut between two records of the last segment looks like its end. In any other segment, the next one misses records.
        const { sound } = readSegment(fs.readFileSync(file));
        const looksWhole = isCut && sound === at && at > 0;
        if (!looksWhole) expect(why.join()).toContain(name);
        if (!isLast) {
          expect(isWhole).toBe(false);
          expect(why.at(-1)).toContain("missing");
        }
      };
      for (let at = bytes.length - 1; at >= 0; at--) {
        fs.truncateSync(file, at);
        await check(true, at);
      }
      for (let at = 0; at < bytes.length; at += 3) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 16;
        fs.writeFileSync(file, changed);
        await check(false, at);
      }
      fs.writeFileSync(file, bytes);
    }
  });

  test("[AR3] without one of its segments restores nothing after the gap and says what is missing", async () => {
    const { places, moments, numbers, fileOf } = await written();
    const lost = must(numbers[2], "a segment");
    fs.rmSync(fileOf(lost));
    const restored = await restoreAll(places);
    expect(restored.troubles).toEqual([
      expect.stringMatching(
        /^records \d+ to \d+, before journal-\d+, are missing$/,
      ),
    ]);
    const content = await contentOf(places.restored);
    const at = moments.findIndex(({ ts }) => ts === restored.reached);
    expect(isSame(content, must(moments[at], "a moment").content)).toBe(true);
    expect(at).toBeLessThan(moments.length - 1);
  });

  test("[AR3] with a changed base says so and uses the one before", async () => {
    const { places, moments } = await written();
    const bases = (await listArchive(places.archive)).base;
    const newest = nameOf("base", must(bases.at(-1), "a base"));
    const older = nameOf("base", must(bases.at(-1), "a base") - 1);
    fs.cpSync(
      path.join(places.archive, newest),
      path.join(places.archive, older),
      { recursive: true },
    );
    const database = path.join(places.archive, newest, "engine.db");
    const bytes = fs.readFileSync(database);
    bytes[5000] = (bytes[5000] ?? 0) ^ 1;
    fs.writeFileSync(database, bytes);
    const restored = await restoreAll(places);
    expect(restored.base).toBe(older);
    expect(restored.troubles).toEqual([expect.stringContaining("engine.db")]);
    expect(isIn(moments, await contentOf(places.restored))).toBe(true);
  });

  test.each(["position", "ts"])(
    "[AR3] with bases that lack their %s says so and uses none",
    async (what) => {
      const { places } = await written();
      for (const base of (await listArchive(places.archive)).base) {
        const folder = path.join(places.archive, nameOf("base", base));
        const { [what as "ts"]: _, ...rest } = await readManifest(folder);
        writeManifest(folder, rest);
      }
      const restored = restoreAll(places);
      await expect(restored).rejects.toThrow(
        /There is no complete base in .* does not say what follows it/,
      );
      expect(fs.existsSync(places.restored)).toBe(false);
    },
  );
});
