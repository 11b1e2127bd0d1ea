import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runBackupCommand, type BackupCommand } from "../../backup-command.ts";
import { parseConfig } from "../../config.ts";
import { CONVEX_LIMITS } from "../../sync/caller-limits.ts";
import { openDataFolder } from "../../data-folder.ts";

const KEY = ["--admin-key", "name|0123456789"];

test("[DE1] the command line has defaults for all but the folder and the admin key", () => {
  expect(parseConfig(["--data", "/d", ...KEY], {})).toEqual({
    data: "/d",
    host: "127.0.0.1",
    port: 3210,
    sitePort: 3211,
    adminKey: "name|0123456789",
    metricsKey: null,
    variables: {},
    client: null,
    pageHeads: null,
    origin: null,
    siteOrigin: null,
    behindProxy: false,
    redactErrors: false,
    userTime: 1000,
    allowedOrigins: ["*"],
    limits: CONVEX_LIMITS,
    archive: null,
    logFormat: "text",
    logLevel: "warn",
  });
  const given = parseConfig(
    "--data /d --port 80 --site-port 90 --host :: --client /c --page-heads /api/page-head --origin https://a.example --site-origin https://b.example/ --behind-proxy --redact-errors".split(
      " ",
    ),
    { ENGINE_ADMIN_KEY: "name|0123456789" },
  );
  expect(given).toMatchObject({
    port: 80,
    sitePort: 90,
    host: "::",
    client: "/c",
    pageHeads: "/api/page-head",
    origin: "https://a.example",
    siteOrigin: "https://b.example",
    behindProxy: true,
    redactErrors: true,
  });
});

test("[DE43] variables that are not stored come as JSON, and an error does not quote them", () => {
  const read = (ENGINE_VARIABLES: string) =>
    parseConfig(["--data", "/d", ...KEY], { ENGINE_VARIABLES }).variables;
  expect(read('{"A":"1","B":"two words"}')).toEqual({ A: "1", B: "two words" });
  expect(read("")).toEqual({});
  for (const text of ['{"A":"hush"', '{"A":["hush"]}'])
    expect(() => read(text)).toThrow(/^(?!.*hush)ENGINE_VARIABLES must be/s);
});

test("[DE42] limits and origins are options with Convex's defaults", () => {
  const given = parseConfig(
    [
      ...["--data", "/d", ...KEY],
      ...["--anonymous-limits", "queries=64,held=5000"],
      ...["--user-limits", "message=7", "--memory-limits", "process=8"],
      ...["--allow-origin", "https://a.example,http://localhost:5173"],
    ],
    {},
  );
  const { anonymous, user, memory } = CONVEX_LIMITS;
  expect(given.limits).toEqual({
    anonymous: { ...anonymous, queries: 64, held: 5000 },
    user: { ...user, message: 7 },
    admin: CONVEX_LIMITS.admin,
    memory: { ...memory, process: 8 },
    sockets: CONVEX_LIMITS.sockets,
  });
  const seen = given.allowedOrigins;
  expect(seen).toEqual(["https://a.example", "http://localhost:5173"]);
  const own = ["--data", "/d", ...KEY, "--allow-origin", "own"];
  expect(parseConfig(own, {}).allowedOrigins).toEqual([]);
});

test("[DE2] a mistake on the command line is named in one line", () => {
  const mistake = (...args: string[]) => {
    try {
      parseConfig(args, {});
      return null;
    } catch (error) {
      expect(error).toMatchObject({ kind: "usage" });
      return (error as Error).message.split("\n")[0];
    }
  };
  expect(mistake(...KEY)).toBe("--data is missing");
  expect(mistake("--data", "/d")).toBe(
    "an admin key of at least 8 characters is needed",
  );
  expect(() =>
    parseConfig(["--data", "/d", ...KEY], { ENGINE_METRICS_KEY: "1234567" }),
  ).toThrow("ENGINE_METRICS_KEY needs at least 8 characters");
  expect(mistake("--data", "/d", ...KEY, "--port", "x")).toBe(
    '--port must be a port number, not "x"',
  );
  expect(mistake("--data", "/d", ...KEY, "--user-limits", "x=1")).toBe(
    '--user-limits may set queries, message, held, not "x"',
  );
  expect(mistake("--data", "/d", ...KEY, "--memory-limits", "process")).toBe(
    '--memory-limits takes whole numbers above 0, not ""',
  );
  expect(mistake("--data", "/d", ...KEY, "--port", "65536")).toBe(
    '--port must be a port number, not "65536"',
  );
  expect(mistake("--data", "/d", ...KEY, "--origin", "shop.example")).toBe(
    '--origin must be an address like https://shop.example, not "shop.example"',
  );
  expect(mistake("--data", "/d", ...KEY, "--origin", "https://a.b/c")).toBe(
    '--origin must not have a path: "https://a.b/c"',
  );
  expect(mistake("--data", "/d", ...KEY, "--user-time", "0")).toBe(
    '--user-time must be a number of milliseconds, not "0"',
  );
  expect(mistake("--data", "/d", ...KEY, "--log-level", "all")).toBe(
    '--log-level must be one of error, warn, info, debug, not "all"',
  );
  expect(mistake("--data", "/d", ...KEY, "--archive", "/d/a")).toBe(
    "--archive must not be inside the data folder: it would be lost with it",
  );
  for (const path of ["page-head", "//other.example/head", "/head?page=1"])
    expect(mistake("--data", "/d", ...KEY, "--page-heads", path)).toBe(
      `--page-heads must be a path such as /head, not "${path}"`,
    );
  expect(mistake("--data", "/d", ...KEY, "--nonsense")).toContain("nonsense");
});

test("[DE3] the secret of the data folder is made once and readable only by its owner", async () => {
  const path = join(await mkdtemp(join(tmpdir(), "engine-folder-")), "new");
  const first = openDataFolder(path);
  const second = openDataFolder(path);
  expect(first.secret).toHaveLength(32);
  expect(second.secret).toEqual(first.secret);
  const file = join(path, "secret");
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await readFile(file, "utf8")).not.toBe("");
  await rm(path, { recursive: true });
});

test.each<[command: BackupCommand, options: string[], text: string]>([
  ["backup", [], "--data is missing"],
  ["backup", ["--to", "/b"], "--data is missing"],
  ["backup", ["--data", "/d"], "--to is missing"],
  ["restore", ["--data", "/d"], "--from is missing"],
  ...["yesterday", "2026-02-30T00:00:00Z", "2026-11-22T18:30:00", "5"].map(
    (time): [BackupCommand, string[], string] => [
      "restore",
      ["--data", "/d", "--from", "/b", "--to-time", time],
      `--to-time must be a time with its zone, such as 2026-11-22T18:30:00Z, or milliseconds since the epoch, not "${time}"`,
    ],
  ),
])("[SN9] %s with %j is a mistake", (command, options, text) =>
  expect(runBackupCommand(command, options)).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringContaining(`${text}\n`) as string,
  }),
);

test("[AR10] a restore to a time is refused when the source is no archive", async () => {
  const folder = await mkdtemp(join(tmpdir(), "no-archive-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const from of [folder, join(folder, "nothing")])
    await expect(
      runBackupCommand("restore", [
        ...["--data", join(folder, "data"), "--from", from],
        ...["--to-time", "2026-11-22T18:30:00Z"],
      ]),
    ).rejects.toMatchObject({
      kind: "backup",
      message: `${from} is not an archive: it holds only one moment.`,
    });
});
