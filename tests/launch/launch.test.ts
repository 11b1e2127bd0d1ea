import {
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type JsonWebKey,
} from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSealingKeys } from "../../convex/base/rules/sealed.ts";
import { deploy } from "../../launch/deploy.mjs";
import { engineArgs } from "../../launch/engine-args.mjs";
import { fingerprint } from "../../engine/build/fingerprint.mjs";
import { isInstalled } from "../../launch/install.mjs";
import { complaint, pickNode } from "../../launch/node.mjs";
import {
  adminKeyOf,
  pushKeysOf,
  sealingKeysOf,
  sessionKeys,
} from "../../launch/secrets.mjs";
import { readSettings } from "../../launch/settings.mjs";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "engine-launch-"));
});
afterEach(async () => await rm(root, { recursive: true }));

async function write(path: string, content: unknown) {
  const file = join(root, path);
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(
    file,
    typeof content === "string" ? content : JSON.stringify(content),
  );
}

test("[LA1] a Node too old for the launcher is refused with its version; newer ones are accepted", () => {
  expect(complaint("v18.20.4")).toBe(
    "Node 20 or newer is needed; this is v18.20.4. Get it from https://nodejs.org",
  );
  expect(complaint("v20.0.0")).toBeNull();
  expect(complaint("v24.1.0")).toBeNull();
});

test("[LA1] without a packaged Node, the launcher's own must be new enough for the engine", () => {
  const own = (version: string) => ({ execPath: "/opt/node", version });
  expect(() => pickNode(root, own("v20.19.0"))).toThrow(
    "Node 22.18 or newer is needed on this system; this is v20.19.0. Get it from https://nodejs.org",
  );
  // better-sqlite3 crashes on the first two, and the others do not run TypeScript.
  for (const version of ["v22.12.0", "v22.13.1", "v22.17.1", "v23.5.0"])
    expect(() => pickNode(root, own(version))).toThrow(`this is ${version}.`);
  expect(pickNode(root, own("v22.18.0"))).toEqual({
    command: "/opt/node",
    flags: [
      "--experimental-vm-modules",
      "--no-warnings",
      "--max-semi-space-size=16",
    ],
  });
  expect(pickNode(root, own("v24.0.0")).command).toBe("/opt/node");
});

test("[LA2] packages count as installed when npm's own list matches package-lock.json, except packages of other systems", async () => {
  const packages = (version: string, extra: object = {}) => ({
    packages: { "": { name: "app" }, "node_modules/a": { version }, ...extra },
  });
  const optional = {
    "node_modules/mac-only": { version: "1.0.0", optional: true },
  };
  await write("package-lock.json", packages("1.0.0", optional));
  expect(isInstalled(root)).toBe(false);
  await write("node_modules/.package-lock.json", packages("1.0.0"));
  expect(isInstalled(root)).toBe(true);
  await write("package-lock.json", packages("1.0.1", optional));
  expect(isInstalled(root)).toBe(false);
  await write("package-lock.json", {
    packages: { "node_modules/b": { version: "1.0.0" } },
  });
  expect(isInstalled(root)).toBe(false);
});

test("[LA3] a fingerprint changes only with names and contents of its files", async () => {
  await write("src/a.ts", "1");
  await write("src/deep/b.ts", "2");
  await write("other.ts", "3");
  const of = (...paths: string[]) => fingerprint(root, paths);
  const first = of("src", "missing");
  await write("other.ts", "4");
  await write("src/a.ts", "1");
  expect(of("src", "missing")).toBe(first);
  await write("src/deep/b.ts", "two");
  const second = of("src", "missing");
  expect(second).not.toBe(first);
  await write("missing", "");
  expect(of("src", "missing")).not.toBe(second);
});

test("[LA4] the admin key is made once and hidden from other users; session keys sign what their public half verifies", async () => {
  const data = join(root, "data");
  await mkdir(data);
  const key = adminKeyOf(data);
  expect(key).toMatch(/^engine\|[0-9a-f]{64}$/);
  expect(adminKeyOf(data)).toBe(key);
  const file = join(data, "admin.key");
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect((await readFile(file, "utf8")).trim()).toBe(key);
  const { JWT_PRIVATE_KEY, JWKS } = sessionKeys() as Record<string, string>;
  const der = (JWT_PRIVATE_KEY ?? "").replace(/-----[A-Z ]+-----| /g, "");
  const privateKey = createPrivateKey({
    key: Buffer.from(der, "base64"),
    format: "der",
    type: "pkcs8",
  });
  const [jwk] = (JSON.parse(JWKS ?? "") as { keys: JsonWebKey[] }).keys;
  expect(JWT_PRIVATE_KEY).not.toContain("\n");
  const signature = sign("sha256", Buffer.from("x"), privateKey);
  const publicKey = createPublicKey({ key: jwk ?? {}, format: "jwk" });
  expect(verify("sha256", Buffer.from("x"), publicKey, signature)).toBe(true);
  expect(jwk).not.toHaveProperty("d");
});

test("[LA16] the sealing key is made once, hidden from other users and readable by the functions", async () => {
  const data = join(root, "data");
  await mkdir(data);
  const keys = sealingKeysOf(data);
  expect(sealingKeysOf(data)).toBe(keys);
  expect(readSealingKeys(keys).map(({ id }) => id)).toEqual(["1"]);
  const { mode } = await stat(join(data, "sealing.key"));
  expect(mode & 0o077).toBe(0);
  const given = (SECRETS_KEYS?: string) =>
    readSettings(root, { SECRETS_KEYS, PRODUCTION: "1" }, {}).secretsKeys;
  expect([given("2:x"), given(""), given()]).toEqual(["2:x", null, null]);
});

test("[LA17] the push keys are one pair, made once and hidden from other users; the operator sets both or neither", async () => {
  const data = join(root, "data");
  await mkdir(data);
  const keys = pushKeysOf(data);
  expect(pushKeysOf(data)).toEqual(keys);
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(keys.VAPID_PRIVATE_KEY, "base64url");
  expect(pair.getPublicKey("base64url")).toBe(keys.VAPID_PUBLIC_KEY);
  const { mode } = await stat(join(data, "push.key"));
  expect(mode & 0o077).toBe(0);
  const given = (environment: NodeJS.ProcessEnv) =>
    readSettings(root, environment, {}).push;
  expect([given({}), given(keys)]).toEqual([null, keys]);
  expect(() => given({ VAPID_PUBLIC_KEY: "B" })).toThrow("belong together");
});

test("[LA5] config.mjs sets a new deployment's variables and what runs after a deploy; in production nothing runs", () => {
  const project = {
    env: { KIND: "demo" },
    productionEnv: { KIND: "production" },
    afterDeploy: ["demo/testing:seed"],
  };
  const settings = (environment: NodeJS.ProcessEnv) =>
    readSettings(root, environment, project);
  expect(settings({})).toMatchObject({
    ...{ port: 3000, host: "0.0.0.0", data: join(root, "data") },
    ...{ production: false, env: { KIND: "demo" } },
    afterDeploy: ["demo/testing:seed"],
  });
  for (const environment of [{ PRODUCTION: "1" }, { KIND: "production" }])
    expect(settings(environment)).toMatchObject({
      production: true,
      env: { KIND: "production" },
      afterDeploy: [],
    });
  expect(settings({ PORT: "8080", DATA_DIR: "/d" })).toMatchObject({
    port: 8080,
    data: "/d",
  });
});

test("[LA6] the message for an invalid setting names its value; an empty setting counts as not set", () => {
  const complaintAbout = (environment: NodeJS.ProcessEnv) => {
    try {
      readSettings(root, environment, {});
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const bad = (text: string) =>
    `PORT must be a port number up to 65532, not "${text}"`;
  for (const PORT of ["http", "0", "-1", "80.5", "1e3", "65533", " 80"])
    expect(complaintAbout({ PORT })).toBe(bad(PORT));
  expect(complaintAbout({ ORIGIN: "shop.example" })).toBe(
    'ORIGIN must be an address like https://shop.example, not "shop.example"',
  );
  expect(complaintAbout({ ORIGIN: "javascript:alert(1)" })).toContain(
    "ORIGIN must be an address",
  );
  expect(complaintAbout({ SITE_ORIGIN: "https://a.example/b" })).toBe(
    'SITE_ORIGIN must not have a path: "https://a.example/b"',
  );
  const standinOrigin = (environment: NodeJS.ProcessEnv) =>
    readSettings(root, environment, {}).standinOrigin;
  expect(standinOrigin({ PORT: "4000" })).toBe("http://localhost:4003");
  const ORIGIN = "http://192.168.1.7:4000";
  expect(standinOrigin({ PORT: "4000", ORIGIN })).toBe(
    "http://192.168.1.7:4003",
  );
  const STANDIN_ORIGIN = "https://pay.example";
  expect(standinOrigin({ ORIGIN, STANDIN_ORIGIN })).toBe(STANDIN_ORIGIN);
  const empty = { PORT: "", HOST: "", DATA_DIR: "", ORIGIN: "" };
  expect(readSettings(root, empty, {})).toEqual(readSettings(root, {}, {}));
});

test("[LA11] CLAIMS is on or off, and not set without it", () => {
  const given = (CLAIMS?: string) => readSettings(root, { CLAIMS }, {}).claims;
  expect([given("off"), given("")]).toEqual([
    { CLAIMS: "off" },
    { CLAIMS: null },
  ]);
  expect(() => given("no")).toThrow('CLAIMS must be one of on, off, not "no"');
});

test("[LA10] the launcher makes the engine hide errors from clients in production only", () => {
  const ports = { engine: 4000, site: 4001 };
  const argsOf = (environment: NodeJS.ProcessEnv, engineOptions?: string[]) =>
    engineArgs(readSettings(root, environment, { engineOptions }), ports, null);
  const data = join(root, "data");
  const plain = `--data ${data} --host 0.0.0.0 --port 4000 --site-port 4001`;
  const named = `${plain} --origin http://localhost:3000 --site-origin http://localhost:4001`;
  expect(argsOf({}).join(" ")).toBe(named);
  expect(argsOf({}, ["--allow-origin", "own"]).join(" ")).toBe(
    `${named} --allow-origin own`,
  );
  expect(argsOf({ ARCHIVE_DIR: "../copies" }).join(" ")).toBe(
    `${named} --archive ${join(root, "../copies")}`,
  );
  expect(
    argsOf({
      PRODUCTION: "1",
      BEHIND_PROXY: "yes",
      ORIGIN: "https://shop.example",
      SITE_ORIGIN: "https://site.example",
    }).join(" "),
  ).toBe(
    `${plain} --origin https://shop.example --site-origin https://site.example --behind-proxy --redact-errors`,
  );
});

test("[LA12] the official CLI deploys without its check for large indexes", async () => {
  await write(
    "node_modules/convex/bin/main.js",
    `require("node:fs").writeFileSync("told.json", JSON.stringify(process.argv.slice(2)));`,
  );
  const target = { url: "http://127.0.0.1:1", adminKey: "k", codegen: false };
  await deploy(root, { command: process.execPath }, target);
  const told = await readFile(join(root, "told.json"), "utf8");
  expect(JSON.parse(told)).toEqual([
    ...["deploy", "--yes", "--typecheck", "disable"],
    ...["--skip-large-indexes-check", "--codegen", "disable"],
  ]);
});
