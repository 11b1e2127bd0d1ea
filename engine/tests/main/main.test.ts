import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "../free-port.ts";
import { runBackupCommand } from "../../backup-command.ts";
import { allShipped } from "../snapshots/archive-lag.ts";
import { openTestEngine } from "../open-engine.ts";

const MAIN = resolve(import.meta.dirname, "../../main.ts");
let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "engine-main-"));
});
afterEach(() => rm(data, { recursive: true, force: true }));

type End = { code: number | null; out: string; err: string };

/** Starts the program. `onOutput` gets its output so far. */
function start(
  args: string[],
  onOutput: (out: string) => void = () => {},
  nodeArgs: string[] = [],
) {
  const child = spawn(
    process.execPath,
    ["--experimental-vm-modules", "--no-warnings", ...nodeArgs, MAIN, ...args],
    {
      env: {
        PATH: process.env["PATH"],
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
        ENGINE_ADMIN_KEY: "test|0123456789",
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    onOutput(out);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const ended = new Promise<End>((resolve) =>
    child.once("close", (code) => resolve({ code, out, err })),
  );
  return { ended, kill: (signal: NodeJS.Signals) => child.kill(signal) };
}

/** Runs the program. `until` sees the output so far and may end it. */
function run(
  args: string[],
  until: (
    out: string,
    kill: (signal: NodeJS.Signals) => void,
  ) => void = () => {},
  nodeArgs: string[] = [],
) {
  const { ended, kill } = start(args, (out) => until(out, kill), nodeArgs);
  return ended;
}

/** Runs it again when this machine was too busy for the ten seconds that an end may take. */
async function endInTime(run: () => Promise<End>): Promise<End> {
  const end = await run();
  return end.err.includes("did not stop in time") ? await endInTime(run) : end;
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => setTimeout(resolve, 1, false));
  });

const anyPort = ["--port", "0", "--site-port", "0"];

test("[DE30] the engine prints one line when it is ready, and SIGTERM ends it gracefully with code 0", async () => {
  const { code, out, err } = await endInTime(() =>
    run(["--data", data, ...anyPort], (printed, kill) => {
      if (printed.includes("\n")) kill("SIGTERM");
    }),
  );
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+\n$/);
  // Shut down gracefully: log and journal are merged into the database.
  expect(
    (await readdir(data)).filter((name) => /-wal$|journal/.test(name)),
  ).toEqual([]);
});

test("[DE30] SIGTERM ends an engine gracefully that already answers but has not said that it is ready", async () => {
  const port = await freePort();
  const ports = ["--port", `${port}`, "--site-port", "0"];
  const { code, err } = await endInTime(async () => {
    const engine = start(["--data", data, ...ports]);
    let isOver = false;
    void engine.ended.then(() => (isOver = true));
    while (!isOver && !(await accepts(port)));
    engine.kill("SIGTERM");
    return await engine.ended;
  });
  expect({ code, err }).toEqual({ code: 0, err: "" });
});

test("[DE31] each reason not to start has one line on stderr and a separate exit code", async () => {
  const line = (err: string) => {
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    return err.trimEnd();
  };
  const usage = await run(["--port", "1"]);
  expect(usage.code).toBe(2);
  expect(usage.err.split("\n")[0]).toBe("engine: --data is missing");

  const taken = createServer();
  await new Promise<void>((resolve) =>
    taken.listen(0, "127.0.0.1", () => resolve()),
  );
  const { port } = taken.address() as AddressInfo;
  const inUse = await run([
    "--data",
    data,
    "--port",
    String(port),
    "--site-port",
    "0",
  ]);
  expect(inUse.code).toBe(4);
  expect(line(inUse.err)).toBe(
    `engine: Port ${port} is in use by another program. Stop it, or choose another port with --port and --site-port.`,
  );
  await new Promise((resolve) => taken.close(resolve));

  for (const ports of [anyPort, ["--port", "23456"]]) {
    const host = await run(["--data", data, ...ports, "--host", "192.0.2.1"]);
    expect(host.code).toBe(8);
    expect(line(host.err)).toBe(
      "engine: This machine has no address 192.0.2.1. Choose another with --host; 0.0.0.0 is all addresses of this machine.",
    );
  }

  const old = await run(["--data", data, ...anyPort], undefined, [
    "--import",
    'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"22.17.9"}})',
  ]);
  expect(old.code).toBe(3);
  expect(line(old.err)).toMatch(
    /^engine: Node 22\.18 or newer is needed; this is v.* Get a newer one from/,
  );

  const other = await openTestEngine({ mode: "child", data });
  const locked = await run(["--data", data, ...anyPort]);
  await other.close();
  expect(locked.code).toBe(5);
  expect(line(locked.err)).toMatch(
    /in use by another process.* Stop that one, or choose another folder with --data\.$/,
  );

  const [database] = (await readdir(data)).filter((name) =>
    /\.(sqlite|db)$/.test(name),
  );
  await writeFile(join(data, database ?? "none"), "no database at all");
  const damaged = await run(["--data", data, ...anyPort]);
  expect(damaged.code).toBe(6);
  line(damaged.err);

  const file = join(data, "a-file");
  await writeFile(file, "");
  const unwritable = await run(["--data", join(file, "sub"), ...anyPort]);
  expect(unwritable.code).toBe(7);
  expect(line(unwritable.err)).toBe(
    `engine: Cannot write to ${join(file, "sub")}: a file is in the way. Choose another folder with --data.`,
  );
});

test("[SN9] a command backs up a running engine, and the restored folder serves the same", async () => {
  const sources = {
    "notes.ts": `import { mutationGeneric, queryGeneric } from "convex/server";
      export const list = queryGeneric(async (ctx) => (await ctx.db.query("notes").collect()).map((n) => n.text));
      export const add = mutationGeneric(async (ctx, { text }) => { await ctx.db.insert("notes", { text }); });`,
  };
  const folder = join(data, "running");
  const running = await openTestEngine({
    mode: "child",
    data: folder,
    sources,
  });
  await running.run("notes:add", { text: "before" });
  const to = join(data, "backup");
  const made = await run(["backup", "--data", folder, "--to", to]);
  expect(made).toMatchObject({ code: 0, err: "" });
  expect(made.out).toMatch(/^backed up .* to .*: \d+ files, \d+ bytes\n$/);
  expect(await readdir(folder)).toContain("last-backup");
  await running.run("notes:add", { text: "after" });
  expect(await running.run("notes:list")).toEqual(["before", "after"]);
  await running.stop();

  const refused = await run(["restore", "--from", to, "--data", folder]);
  expect(refused).toEqual({
    ...{ code: 10, out: "" },
    err: `engine: ${folder} is not empty; nothing was changed.\n`,
  });
  const restored = join(data, "restored");
  const back = await run(["restore", "--from", to, "--data", restored]);
  expect(back).toMatchObject({ code: 0, err: "" });
  const again = await openTestEngine({ mode: "child", data: restored });
  expect(await again.run("notes:list")).toEqual(["before"]);
  await again.stop();
});

test("[AR10] the same command restores an archive, says what was reached and how far back it goes", async () => {
  const sources = {
    "notes.ts": `import { mutationGeneric, queryGeneric } from "convex/server";
      export const list = queryGeneric(async (ctx) => (await ctx.db.query("notes").collect()).map((n) => n.text));
      export const add = mutationGeneric(async (ctx, { text }) => { await ctx.db.insert("notes", { text }); });`,
  };
  const folder = join(data, "archived");
  const archive = join(data, "archive");
  const running = await openTestEngine({ data: folder, sources, archive });
  await running.run("notes:add", { text: "kept" });
  await allShipped(running);
  await running.stop();
  const to = join(data, "from-archive");
  const restore = ["--from", archive, "--data", to];
  const refusal = (time: string) =>
    runBackupCommand("restore", [...restore, "--to-time", time]).then(
      () => null,
      (error: unknown) => error,
    );
  for (const time of ["2026-01-01T10:00:00+01:00", "1767258000000"])
    expect(await refusal(time)).toMatchObject({
      kind: "backup",
      message: expect.stringContaining("goes back to") as string,
    });
  // The current time in another time zone.
  const until = `${new Date(Date.now() + 5.75 * 3_600_000).toISOString().slice(0, -1)}+05:45`;
  const back = await run(["restore", ...restore, "--to-time", until]);
  expect(back).toMatchObject({ code: 0, err: "" });
  expect(back.out).toMatch(
    /^restored .* as of [\dT:.-]+Z: base-\d+ and the \d+ commits after it\nthis is the newest commit that the archive can restore\n$/,
  );
  const again = await openTestEngine({ data: to });
  expect(await again.run("notes:list")).toEqual(["kept"]);
  await again.stop();
});
