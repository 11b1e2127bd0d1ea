/**
 * The push of npm convex up to 1.28 for apps without components: first the schema, then everything else. It uses the
 * steps of the current push; tables, indexes and functions change together in the last step.
 * Source: crates/local_backend/src/schema.rs and deploy_config.rs of get-convex/convex-backend.
 */
import { hashOfModule } from "../functions/deployed/bundle.ts";
import { DeployError } from "./deploy-error.ts";
import type { Deployment } from "./deployment.ts";
import type { IndexConfig } from "./index-diff.ts";
import { parseModule, pushIdOf, record, text } from "./push-request.ts";
import type { Pusher } from "./pusher.ts";

/** Schemas prepared but not pushed; the oldest counts as overwritten. */
const MAX_PREPARED = 4;
/** ms */
const SCHEMA_WAIT = 10_000;

export class OlderPush {
  readonly #deployment: Deployment;
  readonly #pusher: Pusher;
  /** Bundled schemas by the id of the push that checks them. */
  readonly #prepared = new Map<string, unknown>();

  constructor(deployment: Deployment, pusher: Pusher) {
    this.#deployment = deployment;
    this.#pusher = pusher;
  }

  /** `POST /api/prepare_schema`: returns the index changes, and an id for the next two requests. */
  async prepareSchema(body: unknown) {
    const { bundle } = record(body, "request");
    const row = this.#deployment.row;
    const { schemaChange } = await this.#pusher.startPush({
      appDefinition: {
        schema: bundle,
        changedModules: [],
        unchangedModuleHashes: (row?.modules ?? []).map(
          ({ path, environment, hash }) => ({
            path,
            environment,
            sha256: hash,
          }),
        ),
        udfServerVersion: row?.udfServerVersion ?? "0.0.0",
      },
      nodeDependencies: row?.packages ?? [],
    });
    const schemaId = pushIdOf(schemaChange);
    this.#prepared.set(schemaId, bundle);
    for (const old of [...this.#prepared.keys()].slice(0, -MAX_PREPARED))
      this.#prepared.delete(old);
    const diff = schemaChange.indexDiffs[""];
    return {
      added: (diff?.added_indexes ?? []).map(indexAnswer),
      dropped: (diff?.removed_indexes ?? []).map(indexAnswer),
      enabled: (diff?.enabled_indexes ?? []).map(indexAnswer),
      disabled: (diff?.disabled_indexes ?? []).map(indexAnswer),
      schemaId,
    };
  }

  /** `GET /api/schema_state/{id}`: whether the documents match. The push itself builds indexes. */
  async schemaState(schemaId: string) {
    const bundle = this.#prepared.get(schemaId);
    if (bundle === undefined) return stateAnswer({ state: "overwritten" });
    const found = await this.#pusher.waitForSchema(schemaId, SCHEMA_WAIT);
    if (found.type === "inProgress") return stateAnswer({ state: "pending" });
    if (found.type === "raceDetected")
      return stateAnswer({ state: "overwritten" });
    if (found.type === "failed") {
      const { error = "", tableName = null } = found;
      return stateAnswer({ state: "failed", error, tableName });
    }
    // If the schema is already in force, the CLI skips the push of unchanged functions.
    const { schema } = this.#deployment.row ?? {};
    const isActive = schema?.hash === hashOfModule(parseModule(bundle));
    return stateAnswer({ state: isActive ? "active" : "validated" });
  }

  /**
   * `POST /api/push_config`
   * @throws DeployError with a text for the developer.
   */
  async pushConfig(body: unknown): Promise<Record<string, never>> {
    const { config, modules, schemaId, ...request } = record(body, "request");
    const { functions } = record(config, "config");
    const { schemaChange } = await this.#pusher.startPush({
      ...(functions === undefined ? {} : { functions }),
      appDefinition: {
        schema: this.#schema(schemaId),
        changedModules: modules,
        udfServerVersion: request["udfServerVersion"],
      },
      nodeDependencies: request["nodeDependencies"],
    });
    await this.#pusher.finishPush(pushIdOf(schemaChange), false);
    return {};
  }

  /** Null for apps without a schema. */
  #schema(schemaId: unknown): unknown {
    if (schemaId === undefined || schemaId === null) return null;
    const bundle = this.#prepared.get(text(schemaId, "schemaId"));
    if (bundle === undefined)
      throw new DeployError(
        "SchemaOverwritten",
        "Hit an error while pushing:\nSchema was overwritten by another push.",
      );
    return bundle;
  }
}

function stateAnswer(
  schemaState:
    | { state: "pending" | "validated" | "active" | "overwritten" }
    | { state: "failed"; error: string; tableName: string | null },
) {
  return { indexes: [], schemaState };
}

function indexAnswer({ name, staged, ...index }: IndexConfig) {
  const [table, ...rest] = name.split(".");
  const { type: _, ...fields } = index;
  return {
    table,
    name: rest.join("."),
    fields: index.type === "database" ? index.fields : fields,
    backfill: { state: "done" },
    staged,
  };
}
