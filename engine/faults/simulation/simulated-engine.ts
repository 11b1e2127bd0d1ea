/** The engine's modules between disk and socket, from this repository or a patched copy. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type * as Database from "../../transactions/database.ts";
import type * as SubscriptionManager from "../../reactivity/subscription-manager.ts";
import type * as Catalog from "../../storage/catalog/catalog.ts";
import type * as MergedScan from "../../storage/reading/merged-scan.ts";
import type * as WriteSet from "../../storage/commits/write-set.ts";
import type * as Publisher from "../../sync/publisher.ts";
import type * as Session from "../../sync/session.ts";
import type * as TransitionFrames from "../../sync/transition-frames.ts";

const REPOSITORY = fileURLToPath(new URL("../../..", import.meta.url));

/** @param root folder that holds `engine/` */
export async function loadEngine(root = REPOSITORY) {
  const load = (module: string): Promise<unknown> =>
    import(/* @vite-ignore */ join(root, "engine", `${module}.ts`));
  return {
    ...((await load("storage/catalog/catalog")) as typeof Catalog),
    ...((await load("storage/reading/merged-scan")) as typeof MergedScan),
    ...((await load("storage/commits/write-set")) as typeof WriteSet),
    ...((await load("transactions/database")) as typeof Database),
    ...((await load(
      "reactivity/subscription-manager",
    )) as typeof SubscriptionManager),
    ...((await load("sync/publisher")) as typeof Publisher),
    ...((await load("sync/session")) as typeof Session),
    ...((await load("sync/transition-frames")) as typeof TransitionFrames),
  };
}

export type SimulatedEngine = Awaited<ReturnType<typeof loadEngine>>;
