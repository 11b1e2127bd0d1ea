import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import { openDataFolder } from "../../data-folder.ts";
import { Fault } from "../../fault.ts";
import { checkDataFolder } from "../../preflight/private-folder.mjs";
import { inDataFolder } from "../../../launch/data-folder.mjs";
import { openTestEngine } from "../open-engine.ts";

let above: string;
let data: string;
beforeEach(() => {
  above = fs.mkdtempSync(path.join(tmpdir(), "engine-private-"));
  data = path.join(above, "data");
});
afterEach(() => fs.rmSync(above, { recursive: true, force: true }));

/** Rights of other users in a folder, by path; empty when all is well. */
const openToOthers = (folder: string) =>
  ["", ...fs.readdirSync(folder, { recursive: true, encoding: "utf8" })]
    .map((name) => [name, fs.lstatSync(path.join(folder, name))] as const)
    .filter(
      ([, stats]) => !stats.isSymbolicLink() && (stats.mode & 0o077) !== 0,
    )
    .map(([name, stats]) => `${name} ${(stats.mode & 0o777).toString(8)}`);

const PROJECT = {
  "a.ts": `"use node";
    import { actionGeneric } from "convex/server";
    export const store = actionGeneric(async (ctx) => ctx.storage.store(new Blob(["mine"])));`,
};

describe("a data folder", () => {
  test("[DE41] belongs to its owner alone with everything in it, whatever the umask", async () => {
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const engine = await openTestEngine({ data, sources: PROJECT });
    await engine.run("a:store");
    const names = fs.readdirSync(data);
    expect(names).toEqual(
      expect.arrayContaining([
        "engine.db",
        "engine.db-wal",
        "engine.journal-1",
        "engine.journal-2",
        "engine.seal",
        "files",
        "modules",
        "secret",
      ]),
    );
    expect(openToOthers(data)).toEqual([]);
    await engine.close();
    expect(openToOthers(data)).toEqual([]);
  });

  test("[DE41] that was open to others is closed at start, all the way down, but not behind links", async () => {
    const first = await openTestEngine({ data, sources: PROJECT });
    await first.run("a:store");
    await first.close();
    const outside = path.join(above, "outside");
    fs.writeFileSync(outside, "", { mode: 0o644 });
    fs.symlinkSync(outside, path.join(data, "link"));
    fs.mkdirSync(path.join(data, "standins"));
    for (const name of [
      "",
      ...fs.readdirSync(data, { recursive: true, encoding: "utf8" }),
    ]) {
      const file = path.join(data, name);
      const stats = fs.lstatSync(file);
      if (!stats.isSymbolicLink())
        fs.chmodSync(file, stats.isDirectory() ? 0o755 : 0o644);
    }
    const again = await openTestEngine({ data });
    expect(openToOthers(data)).toEqual([]);
    expect(fs.lstatSync(outside).mode & 0o777).toBe(0o644);
    await again.close();
    // A single top-level file with open rights is found too.
    fs.chmodSync(path.join(data, "engine.db"), 0o644);
    await (await openTestEngine({ data })).close();
    expect(openToOthers(data)).toEqual([]);
  });

  test("[DE41] cannot be a file or a folder with other contents, and nothing is changed there", () => {
    const refused = (use: () => unknown) => {
      const seen = () =>
        fs.readdirSync(above, { recursive: true }).length +
        openToOthers(above).length;
      const before = seen();
      let message = "accepted";
      try {
        use();
      } catch (error) {
        message =
          error instanceof Fault
            ? `${error.message} ${error.advice}`
            : (error as Error).message;
      }
      expect(seen()).toBe(before);
      return message;
    };
    fs.writeFileSync(path.join(above, "file"), "");
    fs.mkdirSync(data, { mode: 0o755 });
    for (const name of ["letters", "photos", "taxes", "will.txt"])
      fs.writeFileSync(path.join(data, name), "", { mode: 0o644 });
    expect(refused(() => openDataFolder(path.join(above, "file")))).toBe(
      `${path.join(above, "file")} is not a folder. Choose another folder with --data.`,
    );
    const foreign = `${data} is not a data folder: it holds letters, photos, taxes and 1 more.`;
    expect(refused(() => openDataFolder(data))).toBe(
      `${foreign} Choose another folder with --data.`,
    );
    expect(refused(() => inDataFolder(data, () => null))).toBe(
      `${foreign} Choose another folder: DATA_DIR=other npm start`,
    );
  });

  test("[DE41] may be empty but for lost+found and .gitkeep, or hold nothing but a restored database", () => {
    fs.mkdirSync(path.join(data, "lost+found"), { recursive: true });
    fs.writeFileSync(path.join(data, ".gitkeep"), "");
    expect(inDataFolder(data, (folder: string) => folder)).toBe(data);
    expect(openDataFolder(data).secret).toHaveLength(32);
    const restored = path.join(above, "restored");
    fs.mkdirSync(restored);
    fs.writeFileSync(path.join(restored, "engine.db"), "");
    expect(openDataFolder(restored).path).toBe(restored);
    expect(openToOthers(restored)).toEqual([]);
  });

  test("[DE41] cannot belong to another user, except for root", () => {
    fs.mkdirSync(data);
    const user = process.geteuid?.() ?? 0;
    expect(() => checkDataFolder(data, user + 1)).toThrow(
      `${data} belongs to another user (${user})`,
    );
    checkDataFolder(data, 0);
  });
});
