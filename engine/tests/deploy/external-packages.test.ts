import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  installPackages,
  packagesName,
} from "../../functions/actions/external-packages.ts";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import { type CliProject, openCliProject } from "./cli-project.ts";

// The CLI and npm are separate Node programs, and test machines are shared.
const NAME = "fflate";
const ROOT = resolve(import.meta.dirname, "../../..");
let folder: string;
let registry: Server;
let version: string;
let engine: TestEngine;
let cli: CliProject;
let asked = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "engine-registry-"));
  const own = await readFile(
    join(ROOT, "node_modules", NAME, "package.json"),
    "utf8",
  );
  ({ version } = JSON.parse(own) as { version: string });
  await openRegistry();
  const { port } = registry.address() as AddressInfo;
  vi.stubEnv("npm_config_registry", `http://127.0.0.1:${port}`);
  engine = await openTestEngine();
  cli = await openCliProject(engine, {
    "package.json": JSON.stringify({
      type: "module",
      dependencies: { convex: "*", [NAME]: "*" },
    }),
    "convex.json": JSON.stringify({ node: { externalPackages: [NAME] } }),
    "convex/act.ts": `"use node";
      import { actionGeneric as action } from "convex/server";
      import * as installed from "${NAME}";
      export const ask = action(async () => installed.answer());`,
  });
});

afterAll(async () => {
  await cli.close();
  await engine.close();
  registry.close();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** One package with a script that would leave a file behind. */
async function openRegistry() {
  const files = join(folder, "package");
  const manifest = {
    ...{ name: NAME, version, main: "index.js" },
    scripts: { postinstall: "node -e \"fs.writeFileSync('ran', '')\"" },
  };
  await mkdir(files);
  await writeFile(join(files, "package.json"), JSON.stringify(manifest));
  await writeFile(
    join(files, "index.js"),
    'exports.answer = () => "from the registry";',
  );
  const tar = spawnSync("tar", ["czf", "-", "-C", folder, "package"]).stdout;
  registry = createServer((request, response) => {
    asked++;
    if (request.url === `/${NAME}.tgz`) return void response.end(tar);
    if (request.url !== `/${NAME}`)
      return void response.writeHead(404).end('{"error":"not found"}');
    const tarball = `http://${request.headers.host ?? ""}/${NAME}.tgz`;
    const versions = { [version]: { ...manifest, dist: { tarball } } };
    response.setHeader("Content-Type", "application/json");
    response.end(
      JSON.stringify({
        name: NAME,
        "dist-tags": { latest: version },
        versions,
      }),
    );
  });
  await new Promise<void>((done) => registry.listen(0, "127.0.0.1", done));
}

const modules = () => join(engine.data, "modules");
const installed = async () =>
  (await readdir(modules())).filter((name) => /^(pack|inst)/.test(name));

test("[DE48] `convex deploy` installs node.externalPackages once in the named version, without running their scripts", async () => {
  const { code, err } = await cli.deploy();
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(await engine.run("act:ask")).toBe("from the registry");
  const name = packagesName([{ name: NAME, version }]);
  expect(await installed()).toEqual([name]);
  const own = join(modules(), name, "node_modules", NAME);
  expect(existsSync(join(own, "package.json"))).toBe(true);
  expect(existsSync(join(own, "ran"))).toBe(false);
  expect(existsSync(join(modules(), name, ".npm"))).toBe(false);
  // They are there for the next push and the next start.
  const before = asked;
  await cli.write("convex/other.ts", "export const one = 1;");
  expect(await cli.deploy()).toMatchObject({ code: 0 });
  await engine.stop();
  // A backup does not contain them.
  const data = join(folder, "restored");
  await cp(engine.data, data, { recursive: true });
  await rm(join(data, "modules"), { recursive: true });
  engine = await engine.restart();
  expect(await engine.run("act:ask")).toBe("from the registry");
  expect(asked).toBe(before);
  const restored = await openTestEngine({ data });
  expect(await restored.run("act:ask")).toBe("from the registry");
  expect(asked).toBeGreaterThan(before);
  await restored.close();
  await rm(data, { recursive: true });
});

test("[DE49] packages that cannot be installed fail the push with npm's reason, and the old functions stay", async () => {
  const push = async (...packages: { name: string; version: string }[]) =>
    await engine
      .admin("POST", "/api/deploy2/start_push", {
        adminKey: engine.adminKey,
        dryRun: false,
        functions: "convex/",
        appDefinition: {
          ...{ definition: null, dependencies: [], schema: null },
          ...{ changedModules: [], unchangedModuleHashes: [] },
          udfServerVersion: "1.48.0",
        },
        componentDefinitions: [],
        nodeDependencies: packages,
      })
      .then(String, String);
  expect(await push({ name: "nobody-has-this", version: "1.0.0" })).toMatch(
    /InvalidExternalModules.*npm could not install.*nobody-has-this/s,
  );
  for (const wrong of [
    { name: "../../outside", version: "1.0.0" },
    { name: NAME, version: "file:/etc" },
    { name: "--global", version: "1.0.0" },
  ])
    expect(await push(wrong)).toContain("Invalid external package: ");
  vi.stubEnv("npm_config_registry", "http://127.0.0.1:1");
  expect(await push({ name: "nobody", version: "1.0.0" })).toContain(
    "The package registry cannot be reached",
  );
  expect(await engine.run("act:ask")).toBe("from the registry");
  expect(await installed()).toHaveLength(1);
});

test("[DE49] an installation that takes too long or is too large is stopped and leaves nothing", async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
  const { port } = silent.address() as AddressInfo;
  vi.stubEnv("npm_config_registry", `http://127.0.0.1:${port}`);
  const wanted = [{ name: NAME, version }];
  await expect(
    installPackages(folder, wanted, { time: 1500, size: 1 << 30 }),
  ).rejects.toThrow("took longer than 1.5 s");
  silent.closeAllConnections();
  silent.close();
  const own = registry.address() as AddressInfo;
  vi.stubEnv("npm_config_registry", `http://127.0.0.1:${own.port}`);
  await expect(
    installPackages(folder, wanted, { time: 120_000, size: 100 }),
  ).rejects.toThrow("External packages are larger than");
  expect(await readdir(folder)).toEqual(["package"]);
});

test("[DE48] packages that no deployment needs any more are removed", async () => {
  await cli.write("convex/act.ts", "export const one = 1;");
  // Running actions may still import the packages of the previous deployment.
  for (const text of ["export const two = 2;", "export const three = 3;"]) {
    await cli.write("convex/other.ts", text);
    expect(await cli.deploy()).toMatchObject({ code: 0 });
  }
  expect(await installed()).toEqual([]);
});
