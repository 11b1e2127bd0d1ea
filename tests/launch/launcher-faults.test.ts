/** `npm start` where it cannot start: one line says what to do, in terms that the user knows. */
import { spawn } from "node:child_process";
import {
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  unlink,
  writeFile,
} from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "../../engine/tests/free-port.ts";
import { openTestEngine } from "../../engine/tests/open-engine.ts";

const PROJECT = resolve(import.meta.dirname, "../..");

let root: string;
let data: string;
/** The first of its four ports. */
let port: number;

/** A project with only the engine: no client to build, no functions to deploy. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "engine-launcher-"));
  data = join(root, "data");
  port = await freePort(4);
  for (const part of ["engine", "launch"])
    await cp(join(PROJECT, part), join(root, part), { recursive: true });
  await configure({});
  await symlink(join(PROJECT, "node_modules"), join(root, "node_modules"));
  await writeFile(join(root, "package.json"), "{}");
  await writeFile(join(root, "package-lock.json"), '{"packages":{}}');
});
afterEach(async () => await rm(root, { recursive: true }));

/** Configures a project other than ours. */
function configure(project: object): Promise<void> {
  const file = join(root, "launch", "config.mjs");
  return writeFile(file, `export const project = ${JSON.stringify(project)};`);
}

/** Starts it and waits for its end. Lines about progress are left out. */
function start(
  environment: NodeJS.ProcessEnv,
): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn(process.execPath, [join(root, "launch", "start.mjs")], {
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      DATA_DIR: data,
      PORT: String(port),
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  return new Promise((resolve) =>
    child.once("close", (code) => {
      const lines = said.split("\n").filter((line) => !/ …$|^$/.test(line));
      resolve({ code, lines });
    }),
  );
}

const refused = (code: number, line: unknown) => ({ code, lines: [line] });

test("[LA6] the launcher refuses a wrong port or address", async () => {
  expect(await start({ PORT: "abc" })).toEqual(
    refused(1, 'PORT must be a port number up to 65532, not "abc"'),
  );
  expect(await start({ HOST: "192.0.2.1" })).toEqual(
    refused(
      8,
      "This machine has no address 192.0.2.1. Choose another: HOST=0.0.0.0 npm start",
    ),
  );
});

test("[LA6] the launcher refuses a port in use", async () => {
  const taken = createServer();
  await new Promise<void>((up) => taken.listen(0, "127.0.0.1", up));
  const { port: PORT } = taken.address() as AddressInfo;
  expect(await start({ PORT: String(PORT), HOST: "127.0.0.1" })).toEqual(
    refused(
      4,
      `Port ${PORT} is in use by another program. Choose another: PORT=${PORT + 10} npm start`,
    ),
  );
  await new Promise((down) => taken.close(down));
});

test("[LA6] the launcher refuses a data folder in use and one with a damaged database", async () => {
  const other = await openTestEngine({ mode: "child", data });
  expect(await start({})).toEqual(
    refused(
      5,
      expect.stringMatching(
        /in use by another process.*choose another folder: DATA_DIR=other npm start$/,
      ),
    ),
  );
  await other.close();
  const [database] = (await readdir(data)).filter((name) =>
    /\.(sqlite|db)$/.test(name),
  );
  await writeFile(join(data, String(database)), "no database at all");
  expect(await start({})).toEqual(
    refused(6, expect.stringContaining(join(data, String(database)))),
  );
});

test.each([
  { where: "a file", path: () => join(root, "package.json", "data") },
  // Where no folder can be made, a careless mkdir never returns.
  { where: "/proc", path: () => "/proc/nothing/data" },
])("[LA6] the launcher refuses a data folder below $where", async ({ path }) =>
  expect(await start({ DATA_DIR: path() })).toEqual(
    refused(
      1,
      expect.stringMatching(
        /^Cannot write to .*: [a-z -]+\. Choose another folder: DATA_DIR=other npm start$/,
      ),
    ),
  ),
);

/** A project with stand-ins whose program records its arguments and key, and then fails to get its port. */
async function addStandins(): Promise<void> {
  const standins = {
    program: "standin.mjs",
    args: ["--call", "{site}/hook", "--page", "{page}/hook"],
    line: "See {url}",
    services: [{ key: "PAY_KEY", secrets: { PAY_KEY: "pk_" }, env: {} }],
  };
  await configure({ standins });
  await writeFile(
    join(root, "standin.mjs"),
    `import { writeFileSync } from "node:fs";
     const told = { args: process.argv.slice(2), key: process.env.PAY_KEY };
     writeFileSync(new URL("told.json", import.meta.url), JSON.stringify(told));
     const fault = { kind: "port", message: "Port ${port + 3} is in use by another program.", advice: "" };
     process.send({ fault }, () => process.exit(1));`,
  );
}

test("[LA8] the launcher gives the stand-ins their addresses and key, and reports their port in use", async () => {
  await addStandins();
  expect(await start({ HOST: "localhost" })).toEqual(
    refused(
      1,
      `Port ${port + 3} is in use by another program. Choose another: PORT=${port + 10} npm start`,
    ),
  );
  const folder = join(data, "standins");
  const told: unknown = JSON.parse(
    await readFile(join(root, "told.json"), "utf8"),
  );
  const secrets = JSON.parse(
    await readFile(join(folder, "secrets.json"), "utf8"),
  ) as { PAY_KEY: string };
  expect(told).toEqual({
    args: [
      ...["--call", `http://localhost:${port + 1}/hook`],
      ...["--page", `http://localhost:${port}/hook`],
      ...["--host", "127.0.0.1", "--port", `${port + 3}`],
      ...["--origin", `http://localhost:${port + 3}`, "--data", folder],
    ],
    key: secrets.PAY_KEY,
  });
});

test.each([
  { how: "with the real key", given: { PAY_KEY: "live" }, key: "live" },
  { how: "in production", given: { PRODUCTION: "1" }, key: undefined },
])("[LA9] $how the stand-ins are not started", async ({ given, key }) => {
  await addStandins();
  // It ends at the later deploy step, because there is nothing to deploy.
  const { code, lines } = await start(given);
  expect(code).toBe(1);
  expect(lines.join()).toContain("deploy");
  expect(await readdir(root)).not.toContain("told.json");
  expect((await readdir(data)).includes("standins")).toBe(key !== undefined);
  const engine = await openTestEngine({ data });
  const variables = (await engine.run(
    "_system/cli/queryEnvironmentVariables",
  )) as { name: string; value: string }[];
  await engine.close();
  expect(variables.find(({ name }) => name === "PAY_KEY")?.value).toBe(key);
});

test("[LA7] the launcher reports packages that cannot be installed, with npm's reason", async () => {
  await unlink(join(root, "node_modules"));
  await writeFile(
    join(root, "package-lock.json"),
    '{"packages":{"node_modules/a":{"version":"1.0.0"}}}',
  );
  const npm = join(root, "npm-cli.js");
  await writeFile(
    npm,
    `console.error("npm error network\\nnpm error     at onSocket (node:net:1:2)\\nnpm error }\\nnpm error a log can be found");
     process.exitCode = 1;`,
  );
  const { code, lines } = await start({ npm_execpath: npm });
  expect(code).toBe(1);
  expect(lines[0]).toBe(
    "The packages could not be installed. Check that this machine can reach npm's registry, then start again.",
  );
  expect(lines.slice(2)).toEqual([
    "npm error network",
    "npm error a log can be found",
  ]);
});
