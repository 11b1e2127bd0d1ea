import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseConfig } from "../../../engine/config.ts";
import { openDataFolder } from "../../../engine/data-folder.ts";

const KEY = ["--admin-key", "name|0123456789"];

test("[DE1] the command line has defaults for all but the folder and the admin key", () => {
  expect(parseConfig(["--data", "/d", ...KEY], {})).toEqual({
    data: "/d",
    host: "127.0.0.1",
    port: 3210,
    sitePort: 3211,
    adminKey: "name|0123456789",
    client: null,
    origin: null,
    siteOrigin: null,
    behindProxy: false,
    redactErrors: false,
    userTime: 1000,
  });
  const given = parseConfig(
    "--data /d --port 80 --site-port 90 --host :: --client /c --origin https://a.example --site-origin https://b.example/ --behind-proxy --redact-errors".split(
      " ",
    ),
    { ENGINE_ADMIN_KEY: "name|0123456789" },
  );
  expect(given).toMatchObject({
    port: 80,
    sitePort: 90,
    host: "::",
    client: "/c",
    origin: "https://a.example",
    siteOrigin: "https://b.example",
    behindProxy: true,
    redactErrors: true,
  });
});

test("[DE2] a mistake on the command line is named in one line, followed by the usage", () => {
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
  expect(mistake("--data", "/d", ...KEY, "--port", "x")).toBe(
    '--port must be a port number, not "x"',
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
  expect(mistake("--data", "/d", ...KEY, "--nonsense")).toContain("nonsense");
});

test("[DE3] the secret of the data folder is made once and readable by its owner only", async () => {
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
