/** Measures what the product's mutations read and write, so that a floor can do the same. */
import type { Command } from "../../../engine/bench/targets/floor-target.ts";
import type { SyncClient } from "../../../engine/bench/wire/sync-client.ts";
import { succeed } from "./product.ts";

export type Costs = {
  readonly read: number;
  readonly written: number;
  readonly bytesWritten: number;
};

export const costsOf = (caller: SyncClient, path: string, args: object) =>
  succeed<Costs>(caller, "benchSeed:costsOf", { path, args });

/** The command that makes a floor write as many documents of the same size. */
export const sameRows = ({ written, bytesWritten }: Costs): Command =>
  `rows ${written} ${bytesWritten}`;
