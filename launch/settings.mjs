/** The launcher's settings, from the environment and from the project (config.mjs). */
import { resolve } from "node:path";
import { parseOrigin } from "../engine/preflight/origin-option.mjs";

const DEFAULT_PORT = 3000;

/** The site, development's engine and the stand-ins use the ports after the first. */
const LAST_PORT = 65_535 - 3;

/** As in engine/log/log.ts. */
const LOG_FORMATS = ["text", "json"];
const LOG_LEVELS = ["error", "warn", "info", "debug"];

/**
 * @typedef {{engineOptions?: string[], env?: Record<string, string>, productionEnv?: Record<string, string>, afterDeploy?: string[],
 *   migrations?: import("./migrate.mjs").Migrations, standins?: import("./standins.mjs").Standins}} Project as in config.mjs
 */

/**
 * @param {string} root folder of relative paths
 * @param {NodeJS.ProcessEnv} environment
 * @param {Project} project
 * @throws Error in one line that names the variable
 */
export function readSettings(root, environment, project) {
  // An empty line in a settings file gives an empty variable, which counts as not set.
  const port = portOf(environment.PORT || String(DEFAULT_PORT));
  const productionEnv = project.productionEnv ?? {};
  const production =
    isOn(environment.PRODUCTION) || isSame(productionEnv, environment);
  const origin = originOf("ORIGIN", environment.ORIGIN);
  return {
    port,
    host: environment.HOST || "0.0.0.0",
    data: resolve(root, environment.DATA_DIR || "data"),
    /** Folder of the engine's archive; null: no archive. */
    archive: environment.ARCHIVE_DIR
      ? resolve(root, environment.ARCHIVE_DIR)
      : null,
    origin,
    siteOrigin: originOf("SITE_ORIGIN", environment.SITE_ORIGIN),
    standinOrigin:
      originOf("STANDIN_ORIGIN", environment.STANDIN_ORIGIN) ??
      `http://${origin === null ? "localhost" : new URL(origin).hostname}:${port + 3}`,
    behindProxy: isOn(environment.BEHIND_PROXY),
    /** The engine's log settings; null: its defaults. */
    log: {
      format: oneOf("LOG_FORMAT", environment.LOG_FORMAT, LOG_FORMATS),
      level: oneOf("LOG_LEVEL", environment.LOG_LEVEL, LOG_LEVELS),
    },
    /** @type {string[]} */
    engineOptions: project.engineOptions ?? [],
    production,
    /** @type {Record<string, string>} */
    productionEnv,
    /** @type {Record<string, string>} */
    env: production ? productionEnv : (project.env ?? {}),
    /** @type {string[]} */
    afterDeploy: production ? [] : (project.afterDeploy ?? []),
    /**
     * Who may open a shop here, whether it pays, and which account may become the first admin; null: not set.
     * @type {Record<string, string | null>}
     */
    signUp: {
      PLAN_WITHOUT_PAYMENT: environment.PLAN_WITHOUT_PAYMENT || null,
      SIGN_UP_EMAILS: environment.SIGN_UP_EMAILS || null,
      ADMIN_EMAILS: environment.ADMIN_EMAILS || null,
    },
    /** Who runs the server, for /privacy and /terms; null: not set. @type {Record<string, string | null>} */
    operator: Object.fromEntries(
      ["NAME", "ADDRESS", "EMAIL", "PRIVACY", "TERMS"].map((part) => [
        `OPERATOR_${part}`,
        environment[`OPERATOR_${part}`] || null,
      ]),
    ),
    /** Whether the front page makes its claims; null: not set. @type {Record<string, string | null>} */
    claims: { CLAIMS: oneOf("CLAIMS", environment.CLAIMS, ["on", "off"]) },
    /** Keys that seal secrets entrusted to us; null: not set. */
    secretsKeys: environment.SECRETS_KEYS || null,
    /** The VAPID keys for push services; null: not set. @type {Record<string, string> | null} */
    push: pushOf(environment),
    /** @type {import("./migrate.mjs").Migrations | null} */
    migrations: project.migrations ?? null,
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

function isOn(text) {
  return ["1", "true", "yes"].includes(text);
}

function oneOf(name, text, words) {
  if (!text) return null;
  if (words.includes(text)) return text;
  throw new Error(`${name} must be one of ${words.join(", ")}, not "${text}"`);
}

/** Both keys, and optionally the contact address for push services. */
function pushOf({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT }) {
  if (!VAPID_PUBLIC_KEY && !VAPID_PRIVATE_KEY) return null;
  if (!VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY)
    throw new Error(
      "VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together: set both, or neither",
    );
  const keys = { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY };
  return VAPID_SUBJECT ? { ...keys, VAPID_SUBJECT } : keys;
}

function portOf(text) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > LAST_PORT)
    throw new Error(
      `PORT must be a port number up to ${LAST_PORT}, not "${text}"`,
    );
  return port;
}

/** The engine would complain too, but about its own option, which the operator has never set. */
function originOf(name, text) {
  return text ? parseOrigin(name, text) : null;
}
