/** The product on an engine, one business on the largest plan. All but app/benchSeed.ts goes through its own functions. */
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { SyncClient } from "../../../engine/bench/wire/sync-client.ts";
import {
  runAsAdmin,
  setEnvironment,
} from "../../../engine/bench/deployment/admin.ts";
import {
  deploy,
  type Project,
} from "../../../engine/bench/deployment/deploy.ts";
import {
  startEngine,
  type EngineOptions,
  type EngineProcess,
} from "../../../engine/bench/deployment/process.ts";
import {
  type FunctionReference,
  getFunctionName as nameOf,
} from "convex/server";
import { api } from "../../../convex/_generated/api.js";

export const PRODUCT = fileURLToPath(
  new URL("../../../convex", import.meta.url),
);
const SEED = fileURLToPath(new URL("../app/benchSeed.ts", import.meta.url));
/** The password of every account the bench creates. */
export const PASSWORD = "Bench-Owner-1!";
export const OWNER = {
  email: "bench-owner@example.com",
  password: PASSWORD,
} as const;
export type Product = {
  readonly engine: EngineProcess;
  readonly owner: SyncClient;
  readonly businessId: string;
};

export async function openProduct(
  options: EngineOptions,
  project: Partial<Project> = {},
): Promise<Product> {
  const engine = await startEngine(options);
  await setEnvironment(engine.url, signingKeys(engine.url));
  await deploy(engine.url, {
    source: PRODUCT,
    ...project,
    extra: [SEED, ...(project.extra ?? [])],
  });
  const token = await ownerToken(engine.port, {
    flow: "signUp",
    businessName: "Bench Barbers",
    plan: "starter",
    timezone: "Europe/Berlin",
  });
  const owner = await SyncClient.open(engine.port);
  await owner.authenticate(token);
  await runAsAdmin(engine.url, "benchSeed:enterprise", {});
  const me = (await owner.once(nameOf(api.account.current.me), {})) as {
    business: { businessId: string };
  };
  return { engine, owner, businessId: me.business.businessId };
}

/** Signs the owner in or up; returns the session's token. */
export async function ownerToken(
  port: number,
  params: object = { flow: "signIn" },
): Promise<string> {
  const client = await SyncClient.open(port);
  const answer = await client.action(nameOf(api.auth.signIn), {
    provider: "password",
    params: { ...OWNER, ...params },
  });
  client.close();
  if (!answer.ok) throw new Error(answer.message);
  return (answer.value as { tokens: { token: string } }).tokens.token;
}

/** Creates a queue; returns its id. @throws Error when the plan refuses it. */
export async function addQueue(owner: SyncClient, name: string) {
  const made = await succeed<{ ok: boolean; queueId: string }>(
    owner,
    nameOf(api.desk.queues.create),
    { name },
  );
  if (!made.ok) throw new Error(JSON.stringify(made));
  return made.queueId;
}

export async function succeed<Value>(
  client: SyncClient,
  path: string,
  args: object,
): Promise<Value> {
  const answer = await client.mutation(path, args);
  if (!answer.ok) throw new Error(`${path}: ${answer.message}`);
  return answer.value as Value;
}

/** Presses a button of the desk: `succeed` with a new request key. */
export const press = <Value = unknown>(
  owner: SyncClient,
  action: FunctionReference<"mutation">,
  args: object,
) =>
  succeed<Value>(owner, nameOf(action), { ...args, requestKey: randomUUID() });

/** The keys that @convex-dev/auth signs sessions with. */
export function signingKeys(siteUrl: string): Record<string, string> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
  });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return {
    JWT_PRIVATE_KEY: pem.trimEnd().replace(/\n/g, " "),
    JWKS: JSON.stringify({
      keys: [{ use: "sig", ...publicKey.export({ format: "jwk" }) }],
    }),
    SITE_URL: siteUrl,
    DEPLOYMENT_KIND: "test",
  };
}
