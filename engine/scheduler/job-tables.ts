/** The tables of scheduled functions: the app's and one for each component, so that none sees the jobs of another. */
import { must } from "../values/user-error.ts";
import { decodeId } from "../values/ids.ts";
import type { Catalog, IndexInfo } from "../storage/storage-types.ts";
import { SCHEDULED_FUNCTIONS } from "./scheduler-tables.ts";

export type JobTable = {
  readonly number: number;
  /** Whose jobs they are; "" is the app. */
  readonly component: string;
  /** The index that was asked for. */
  readonly index: IndexInfo;
};

/** All of them. @param index name of one of their indexes */
export function jobTables(catalog: Catalog, index: string): JobTable[] {
  return catalog
    .tables()
    .filter(({ name }) => name === SCHEDULED_FUNCTIONS)
    .map(({ number, namespace = "" }) => ({
      number,
      component: namespace,
      index: must(
        catalog.index(number, index),
        `the index ${index} of scheduled functions is missing`,
      ),
    }));
}

/** Number of the table of one component, or the app. */
export function jobTableOf(catalog: Catalog, component: string): number {
  return must(
    catalog.table(SCHEDULED_FUNCTIONS, component),
    "the table of scheduled functions is missing",
  ).number;
}

/** Number of the table that a job stands in. Those of system tables are shared by none. */
export function tableOfJob(id: string): number {
  return must(decodeId(id), `${id} is no id`).table;
}
