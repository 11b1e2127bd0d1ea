/**
 * Other companies' services on a machine without their keys. `standins` in config.mjs names a program that stands in
 * for them, and the variables for each. This file knows none of these services.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChildProgram } from "./child-program.mjs";

/**
 * @typedef {{key: string, instead?: string, secrets: Record<string, string>, env: Record<string, string>}} Service
 *   `key` is the variable that selects the real service, `instead` one that selects another real one;
 *   `secrets` are prefixes of the values made up here;
 *   `{url}` in `env` is the stand-ins' address for this machine.
 * @typedef {{program: string, args: string[], line: string, services: Service[]}} Standins
 *   `{site}` in `args` is the address of the deployment's HTTP actions, `{page}` its own public address;
 *   `{url}` in `line` is the stand-ins' address for browsers.
 */

/**
 * Made once, and readable by its owner only.
 * @param {string} folder of the stand-ins' data
 * @param {Service[]} services
 * @returns {Record<string, string>}
 */
export function standinSecrets(folder, services) {
  const file = join(folder, "secrets.json");
  const known = readSecrets(file);
  const prefixes = Object.assign({}, ...services.map((one) => one.secrets));
  const missing = Object.entries(prefixes).filter(([name]) => !known[name]);
  if (missing.length === 0) return known;
  for (const [name, prefix] of missing)
    known[name] = `${prefix}${randomBytes(24).toString("hex")}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`, { mode: 0o600 });
  return known;
}

function readSecrets(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return {};
    throw new Error(`${file} cannot be read: ${error.message}`, {
      cause: error,
    });
  }
}

/**
 * Chooses what serves each service. It is the real one when the launcher's environment has its key or the deployment
 * has been given one. Otherwise it is the stand-in, or nothing in production.
 * @param {Service[]} services
 * @param {{given: NodeJS.ProcessEnv, known: Record<string, string>, secrets: Record<string, string>, url: string,
 *   production: boolean}} facts `known` are the deployment's variables
 * @returns {{changes: Record<string, string | null>, isNeeded: boolean}} the changes to them (null removes), and
 *   whether the program must run
 */
export function planServices(services, facts) {
  const { given, known, secrets, url, production } = facts;
  const wanted = {};
  let isNeeded = false;
  for (const { key, instead, secrets: made, env } of services) {
    const wasOurs = known[key] !== undefined && known[key] === secrets[key];
    const others = instead === undefined ? [] : [instead];
    const names = [...Object.keys(made), ...Object.keys(env), ...others];
    if ([key, ...others].some((name) => given[name])) {
      for (const name of names)
        if (given[name]) wanted[name] = given[name];
        // With a stand-in's address beside a real key, that key would be sent there.
        else if (wasOurs) wanted[name] = null;
    } else if (
      !production &&
      (wasOurs || [key, ...others].every((name) => known[name] === undefined))
    ) {
      isNeeded = true;
      for (const name of Object.keys(made)) wanted[name] = secrets[name];
      for (const [name, value] of Object.entries(env))
        wanted[name] = value.replaceAll("{url}", url);
    }
  }
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => (known[name] ?? null) !== value,
    ),
  );
  return { changes, isNeeded };
}

/**
 * The program, not yet started. It gets `--host`, `--port`, `--origin` and `--data`, and its secrets in the
 * environment.
 * @param {Standins} standins
 * @param {{root: string, node: {command: string, flags: string[]}, folder: string, secrets: Record<string, string>,
 *   siteUrl: string, pageUrl: string, host: string, port: number, origin: string, say: (line: string) => void}} options
 */
export function standinsProgram({ program, args }, options) {
  const { root, node, folder, secrets, siteUrl, pageUrl, say } = options;
  return new ChildProgram({
    name: "The stand-ins' program",
    file: program,
    root,
    node,
    args: [
      ...args.map((one) =>
        one.replaceAll("{site}", siteUrl).replaceAll("{page}", pageUrl),
      ),
      ...["--host", reachableHost(options.host)],
      ...["--port", String(options.port)],
      ...["--origin", options.origin],
      ...["--data", folder],
    ],
    env: secrets,
    say,
    // The product continues to work without them.
    gaveUp: () => {},
  });
}

/** Functions reach the stand-ins as localhost. If the host is another interface, the stand-ins listen on this machine only. */
function reachableHost(host) {
  return ["0.0.0.0", "::", "::1"].includes(host) ? host : "127.0.0.1";
}
