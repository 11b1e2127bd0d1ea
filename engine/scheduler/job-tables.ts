/** Tables of scheduled functions: one for the app and one per component, so that none sees another's jobs. */
import { must } from "../values/user-error.ts";
import { decodeId } from "../values/ids.ts";
import type { Catalog, IndexInfo } from "../storage/storage-types.ts";
import { SCHEDULED_FUNCTIONS } from "./scheduler-tables.ts";

export type JobTable = {
  readonly number: number;
  /** The component of the jobs; "" is the app. */
  readonly component: string;
  readonly index: IndexInfo;
};

/** All tables. @param index name of one of their indexes */
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

/** Number of a job's table, from its id; tables of jobs have unique numbers. */
export function tableOfJob(id: string): number {
  return must(decodeId(id), `${id} is no id`).table;
}
