/** Pending jobs of the app and all components, in one order. */
import { inComponent, splitAddress } from "../functions/paths.ts";
import type { Database } from "../transactions/transaction-types.ts";
import type { JobTable } from "./job-tables.ts";
import { startingWith } from "./key-range.ts";
import {
  parseScheduledFunction,
  type ScheduledFunction,
} from "./scheduled-function.ts";

/** With its component; "" is the app. */
export type Job = ScheduledFunction & { readonly component: string };

/** The text of its function's address (functions/paths.ts). */
export function pathOf({ component, name }: Job): string {
  const { component: owner, path } = splitAddress(name, component);
  return inComponent(owner, path);
}

/** The earliest due first. @param tables with the index by state */
export function* pendingJobs(
  database: Pick<Database, "begin" | "abandon">,
  tables: readonly JobTable[],
): Generator<Job> {
  const transaction = database.begin();
  const due = startingWith(["pending"]);
  const queues = tables.map(({ component, index }) => {
    const scan = transaction.scan(index, due, "asc");
    const take = (): Job | null => {
      const row = scan.next();
      return row && { ...parseScheduledFunction(row.document), component };
    };
    return { scan, take, first: take() };
  });
  try {
    for (;;) {
      const next = queues.reduce((a, b) => (timeOf(b) < timeOf(a) ? b : a));
      if (next.first === null) return;
      yield next.first;
      next.first = next.take();
    }
  } finally {
    for (const { scan } of queues) scan.close();
    database.abandon(transaction);
  }
}

function timeOf({ first }: { readonly first: Job | null }): number {
  return first?.scheduledTime ?? Infinity;
}
