/**
 * `npm start` and `npm run dev`: from a fresh clone to a running deployment in one command. Installs what is missing,
 * builds the client, starts the engine, deploys the functions when they have changed, and prints the addresses. Plain
 * JavaScript without packages; must be readable by any Node since 18.
 */
import { networkInterfaces } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { AdminApi } from "./admin-api.mjs";
import { ChildProgram, ProgramExit } from "./child-program.mjs";
import { buildClient } from "./client.mjs";
import { project } from "./config.mjs";
import { inDataFolder } from "./data-folder.mjs";
import { deploy, FUNCTION_SOURCES } from "./deploy.mjs";
import { develop } from "./develop.mjs";
import { engineArgs } from "./engine-args.mjs";
import { buildEngine } from "../engine/build/program.mjs";
import {
  fingerprint,
  readStamp,
  writeStamp,
} from "../engine/build/fingerprint.mjs";
import { install } from "./install.mjs";
import { arePending, deployAcross } from "./migrate.mjs";
import { complaint, pickNode } from "./node.mjs";
import {
  adminKeyOf,
  metricsKeyOf,
  pushKeysOf,
  sealingKeysOf,
  sessionKeys,
} from "./secrets.mjs";
import { isSame, readSettings } from "./settings.mjs";
import { openSignUp } from "./sign-up.mjs";
import { planServices, standinSecrets, standinsProgram } from "./standins.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isDevelopment = process.argv.includes("--dev");
const say = (line) => console.log(line);

/** Advice on an engine fault (engine/fault.ts) where the launcher has its own names for settings. */
const ADVICE = {
  port: ({ port }) => `Choose another: PORT=${port + 10} npm start`,
  locked: () =>
    "Stop the one that is running, or choose another folder: DATA_DIR=other npm start",
  unwritable: () => "Choose another folder: DATA_DIR=other npm start",
  newer: () =>
    "Start that version or a newer one, or choose another folder: DATA_DIR=other npm start",
  host: () => "Choose another: HOST=0.0.0.0 npm start",
};

async function main() {
  const tooOld = complaint();
  if (tooOld !== null) throw new Error(tooOld);
  const settings = readSettings(root, process.env, project);
  const ports = portsOf(settings);
  const keys = inDataFolder(settings.data, (data) => ({
    adminKey: adminKeyOf(data),
    metricsKey: metricsKeyOf(data),
    variables: unstored(settings, data),
  }));
  const { adminKey, metricsKey } = keys;
  await install(root, say);
  const node = pickNode(root);
  const client = isDevelopment
    ? null
    : await buildClient(root, node, say, settings.signUp);

  say("Starting the engine …");
  const engine = new ChildProgram({
    name: "The engine",
    file: isDevelopment
      ? join("engine", "main.ts")
      : await buildEngine(root, node, say),
    root,
    node,
    args: engineArgs(settings, ports, client),
    env: {
      ENGINE_ADMIN_KEY: adminKey,
      ENGINE_METRICS_KEY: metricsKey,
      ENGINE_VARIABLES: JSON.stringify({
        ...keys.variables,
        ENGINE_URL: urlHere(settings.host, ports.engine),
        ENGINE_METRICS_KEY: metricsKey,
      }),
    },
    comfort: "Nothing already answered is lost.",
    say,
    gaveUp: (code) => process.exit(code),
  });
  let standins = null;
  const stop = async (code) => {
    await Promise.all([engine.stop(), standins?.stop()]);
    process.exit(code);
  };
  process.once("SIGINT", () => void stop(0));
  process.once("SIGTERM", () => void stop(0));
  let ready;
  try {
    ready = await engine.start();
  } catch (error) {
    if (!(error instanceof ProgramExit)) throw error;
    console.error(inOurWords(error, settings));
    process.exit(error.code);
  }
  try {
    const api = new AdminApi(ready.url, adminKey);
    if (ready.deployed && settings.migrations !== null)
      await arePending(root, api, settings.migrations);
    const known = await prepareEnvironment(api, settings);
    const services = await chooseServices(api, settings, known);
    if (services.isNeeded) {
      const { siteUrl } = ready;
      const { host, standinOrigin: origin } = settings;
      const place = { ...services, siteUrl, host, port: ports.standins };
      const options = { root, node, ...place, origin, say };
      standins = standinsProgram(settings.standins, options);
      await standins.start();
    }
    const { url } = ready;
    const deployAll = (isDeployed) =>
      deployAcross({
        ...{ root, api, migrations: settings.migrations, isDeployed, say },
        deploy: (folder) => {
          // Code is generated in the working tree, not in a copy of it.
          const codegen = isDevelopment && folder === root;
          return deploy(folder, node, { url, adminKey, codegen });
        },
      });
    const lines = [];
    if (await deployIfChanged(deployAll, settings, ready.deployed)) {
      lines.push(...(await runAfterDeploy(api, settings)));
      lines.push(...(await openSignUp(api, settings, known)));
    }
    if (isDevelopment)
      await develop({
        ...{ root, node, settings, engineUrl: url, say },
        deploy: () => deployAll(true),
      });
    if (services.isNeeded) lines.push(...standinLines(settings));
    for (const line of [...addresses(settings), ...lines]) say(line);
  } catch (error) {
    console.error(inOurWords(error, settings));
    await stop(1);
  }
}

/** Variables for functions that are never stored in the database. */
function unstored({ production, secretsKeys, push }, data) {
  const keys = secretsKeys ?? (production ? null : sealingKeysOf(data));
  return {
    ...(keys !== null && { SECRETS_KEYS: keys }),
    ...(push ?? pushKeysOf(data)),
  };
}

/** The engine's address for this machine. A server that listens on one address is reachable only there. */
function urlHere(host, port) {
  const isAll = host === "0.0.0.0" || host === "::";
  const name = isAll ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** Why the engine could not start and what to do about it, in one line. */
function inOurWords({ message, fault }, settings) {
  const advice = fault && (ADVICE[fault.kind]?.(settings) ?? fault.advice);
  return [message, advice].filter(Boolean).join(" ");
}

/** In development the client's own server has the public port, and the engine that port plus two. */
function portsOf({ port }) {
  return {
    engine: isDevelopment ? port + 2 : port,
    site: port + 1,
    standins: port + 3,
  };
}

/**
 * Gives a new deployment the variables that it needs, and keeps those already set.
 * @returns its variables before that
 */
async function prepareEnvironment(api, settings) {
  const known = await api.environment();
  const isFresh = known.JWT_PRIVATE_KEY === undefined;
  if (settings.production && differs(settings.productionEnv, known))
    throw new Error(
      `${settings.data} holds a deployment that is not for production. Choose another folder: DATA_DIR=… PRODUCTION=1 npm start`,
    );
  const siteUrl = settings.origin ?? `http://localhost:${settings.port}`;
  const wanted = {
    ...(isFresh ? sessionKeys() : {}),
    ...pick(settings.env, known),
  };
  // Follows the port unless another address has been set.
  const isOurs = /^http:\/\/localhost:\d+$/.test(known.SITE_URL ?? siteUrl);
  if (known.SITE_URL === undefined || (isOurs && known.SITE_URL !== siteUrl))
    wanted.SITE_URL = siteUrl;
  await api.setEnvironment({
    ...wanted,
    ...changesTo(known, {
      ...settings.signUp,
      ...settings.operator,
      ...settings.claims,
    }),
  });
  return known;
}

/** Gives the deployment the variables of other companies' services, or of the stand-ins for them. */
async function chooseServices(api, settings, known) {
  const { data, production } = settings;
  const services = settings.standins?.services ?? [];
  const folder = join(data, "standins");
  const secrets = production ? {} : standinSecrets(folder, services);
  const { changes, isNeeded } = planServices(services, {
    given: process.env,
    known,
    secrets,
    url: `http://localhost:${portsOf(settings).standins}`,
    production,
  });
  await api.setEnvironment(changes);
  const { SITE_URL: pageUrl } = await api.environment();
  return { isNeeded, folder, secrets, pageUrl };
}

/** The stand-ins' addresses, in the project's own words. */
function standinLines({ standins, standinOrigin }) {
  return [standins.line.replaceAll("{url}", standinOrigin)];
}

/** The variables with another value; null stands for none. */
function changesTo(known, wanted) {
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => (known[name] ?? null) !== value,
    ),
  );
}

/** True when a variable has a value other than the wanted one. */
function differs(wanted, known) {
  return Object.entries(wanted).some(
    ([name, value]) => known[name] !== undefined && known[name] !== value,
  );
}

/** The variables that are not set yet. The launcher's own environment takes precedence over config.mjs. */
function pick(env, known) {
  return Object.fromEntries(
    Object.entries(env)
      .filter(([name]) => known[name] === undefined)
      .map(([name, value]) => [name, process.env[name] ?? value]),
  );
}

/**
 * After a failed upgrade the deployed functions continue to serve.
 * @returns whether the deployed functions are the current ones
 */
async function deployIfChanged(deploy, settings, isDeployed) {
  const stampFile = join(settings.data, "deployed");
  const stamp = fingerprint(root, FUNCTION_SOURCES);
  if (isDeployed && readStamp(stampFile) === stamp) return true;
  try {
    await deploy(isDeployed);
  } catch (error) {
    if (!isDeployed) throw error;
    console.error(error.message);
    console.error(
      "The upgrade is not finished. The deployed version keeps serving; fix the cause and start again.",
    );
    return false;
  }
  writeStamp(stampFile, stamp);
  return true;
}

/** Runs the functions that config.mjs names, never in production. @returns the lines to print */
async function runAfterDeploy(api, { afterDeploy, productionEnv }) {
  const lines = [];
  if (isSame(productionEnv, await api.environment())) return lines;
  for (const path of afterDeploy) {
    const result = await api.call(path);
    if (Array.isArray(result?.lines)) lines.push(...result.lines.map(String));
  }
  return lines;
}

function addresses({ port, host, origin }) {
  const lines = ["", `Ready at ${origin ?? `http://localhost:${port}`}`];
  if (host !== "0.0.0.0" && host !== "::") return lines;
  for (const list of Object.values(networkInterfaces()))
    for (const { family, internal, address } of list ?? [])
      if (family === "IPv4" && !internal)
        lines.push(`On this network: http://${address}:${port}`);
  return lines;
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
