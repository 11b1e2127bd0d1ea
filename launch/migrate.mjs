/**
 * Deploys and migrates documents of an earlier version. If migrations are pending, it first deploys a schema that
 * accepts both forms, then runs the migrations, then deploys the final schema. After an interruption at any point, the
 * next start resumes.
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { withWidened } from "./widen.mjs";

/** Batches between two progress checks. */
const BATCHES = 10;
/** Progress is printed this often, ms. */
const OFTEN = 3000;

/**
 * @typedef {{folder: string, widened: Record<string, string>, table: string, run: string, status: string}} Migrations
 *   as in config.mjs
 * @typedef {{name: string, isDone: boolean, processed: number, error: string | null}} Progress
 */

/** The deployment's data knows a migration that this version does not. */
class NewerData extends Error {
  fault = { kind: "newer" };
}

/**
 * @param {string} root
 * @param {import("./admin-api.mjs").AdminApi} api
 * @param {Migrations} migrations
 * @returns {Promise<boolean>} whether any are not done
 * @throws NewerData
 */
export async function arePending(root, api, { folder, table }) {
  const known = namesIn(join(root, folder));
  const rows = /** @type {Progress[]} */ (await api.documents(table));
  const unknown = rows.find(({ name }) => !known.includes(name));
  if (unknown !== undefined)
    throw new NewerData(
      `The data is from a newer version of this product: this one does not know the migration "${unknown.name}". Nothing was changed.`,
    );
  const done = rows.filter(({ isDone }) => isDone).map(({ name }) => name);
  return known.some((name) => !done.includes(name));
}

/**
 * @param {{root: string, api: import("./admin-api.mjs").AdminApi, migrations: Migrations | null, isDeployed: boolean,
 *   deploy: (folder: string) => Promise<void>, say: (line: string) => void}} options `deploy` takes the project's folder
 * @throws Error with the cause; the deployed functions then continue to serve
 */
export async function deployAcross(options) {
  const { root, api, migrations, isDeployed, deploy, say } = options;
  const isMigrating =
    migrations !== null &&
    isDeployed &&
    (await arePending(root, api, migrations));
  if (isMigrating) {
    say("Deploying functions that also accept data from earlier versions …");
    await withWidened(root, migrations.widened, deploy);
    await run(api, migrations, say);
  }
  say("Deploying the functions …");
  await deploy(root);
  // A new deployment has nothing to migrate, but from here on its migrations count as done.
  if (migrations !== null && !isMigrating) await run(api, migrations, () => {});
}

/** Runs all migrations to their end and prints progress. */
async function run(api, { run, status }, say) {
  const finished = new Set();
  let said = Date.now();
  for (;;) {
    const all = await ask(api, run, status);
    for (const { name, processed } of all.filter(({ isDone }) => isDone)) {
      if (!finished.has(name)) say(`Migrated ${name}: ${documents(processed)}`);
      finished.add(name);
    }
    const current = all.find(({ isDone }) => !isDone);
    if (current === undefined) return;
    if (Date.now() < said + OFTEN) continue;
    said = Date.now();
    say(`Migrating ${current.name}: ${documents(current.processed)} …`);
  }
}

/** @returns {Promise<Progress[]>} @throws Error with the migration's own message */
async function ask(api, run, status) {
  try {
    return await api.call(run, { batches: BATCHES });
  } catch (error) {
    const all = await api.call(status);
    const stopped = all.find((one) => one.error !== null);
    throw stopped === undefined
      ? error
      : new Error(
          `${stopped.error}\nWhole batches before it are kept, and nothing else was changed.`,
          { cause: error },
        );
  }
}

function documents(count) {
  return count === 1 ? "1 document" : `${count.toLocaleString("en")} documents`;
}

/** One file per migration, named after it. */
function namesIn(folder) {
  return (existsSync(folder) ? readdirSync(folder) : []).map((file) =>
    basename(file, ".ts"),
  );
}
