/** What the launcher is told by the environment and by package.json. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const DEFAULT_PORT = 3000;

/** Site, development's engine and the stand-ins have the ports after the first. */
const LAST_PORT = 65_535 - 3;

/**
 * `engine` in package.json: `env` is set where a new deployment has nothing, `productionEnv` instead of it in production,
 * `afterDeploy` are functions to run once the functions are there (never in production), and `standins` is in standins.mjs.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} environment
 */
export function readSettings(root, environment) {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const project = manifest.engine ?? {};
  // An empty variable is what an empty line of a settings file leaves: not set.
  const port = portOf(environment.PORT || String(DEFAULT_PORT));
  const productionEnv = project.productionEnv ?? {};
  const asked = ["1", "true", "yes"].includes(environment.PRODUCTION ?? "");
  const production = asked || isSame(productionEnv, environment);
  const origin = originOf("ORIGIN", environment.ORIGIN);
  return {
    port,
    host: environment.HOST || "0.0.0.0",
    data: resolve(root, environment.DATA_DIR || "data"),
    origin,
    siteOrigin: originOf("SITE_ORIGIN", environment.SITE_ORIGIN),
    standinOrigin:
      originOf("STANDIN_ORIGIN", environment.STANDIN_ORIGIN) ??
      `http://${origin === null ? "localhost" : new URL(origin).hostname}:${port + 3}`,
    behindProxy: environment.BEHIND_PROXY === "1",
    production,
    /** @type {Record<string, string>} */
    productionEnv,
    /** @type {Record<string, string>} */
    env: production ? productionEnv : (project.env ?? {}),
    /** @type {string[]} */
    afterDeploy: production ? [] : (project.afterDeploy ?? []),
    /** @type {import("./standins.mjs").Standins | null} */
    standins: project.standins ?? null,
  };
}

/** True when every variable that marks production has its value. */
export function isSame(wanted, given) {
  const entries = Object.entries(wanted);
  return (
    entries.length > 0 &&
    entries.every(([name, value]) => given[name] === value)
  );
}

function portOf(text) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > LAST_PORT)
    throw new Error(
      `PORT must be a port number up to ${LAST_PORT}, not "${text}"`,
    );
  return port;
}

/** The engine would complain about an option of its own that the reader has never given. */
function originOf(name, text) {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error(
      `${name} must be an address like https://shop.example, not "${text}"`,
    );
  if (url.href !== `${url.origin}/`)
    throw new Error(`${name} must not have a path: "${text}"`);
  return url.origin;
}
