/** Vitest's global set-up: once per run, the folders that shops are copied from, also with PAUSES. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { openProduct } from "../bench/engine/product.ts";
import type { Patch } from "../../engine/bench/deployment/work-folder.ts";
import { PAUSES } from "./pauses.ts";

export type Prepared = { readonly data: string; readonly businessId: string };

declare module "vitest" {
  interface ProvidedContext {
    prepared: { readonly plain: Prepared; readonly paused: Prepared };
  }
}

const EXTRA = ["app/inspection.ts", "app/outboxes.ts"].map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
);
/** The site origin of all engines, for issuing and checking tokens, because a copied folder runs on other ports. */
export const SITE_ORIGIN = "http://site.faults.test";

export default async function prepareFolders({ provide }: TestProject) {
  const root = mkdtempSync(join(tmpdir(), "yourturn-prepared-"));
  const [plain, paused] = await Promise.all([
    prepare(join(root, "plain")),
    prepare(join(root, "paused"), PAUSES),
  ]);
  provide("prepared", { plain, paused });
  return () => rmSync(root, { recursive: true, force: true });
}

/** @param patches changes to the deployed copy of `convex/` */
export async function prepare(data: string, patches: readonly Patch[] = []) {
  const { engine, owner, businessId } = await openProduct(
    { data, siteOrigin: SITE_ORIGIN },
    { extra: EXTRA, patches },
  );
  owner.close();
  await engine.stop();
  return { data, businessId };
}
