/** A whole list as a CSV file, loaded page by page on demand. The export is recorded. */
import { useConvex, type ConvexReactClient } from "convex/react";
import type { PaginationResult } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Cell } from "../../../convex/base/rules/csv";
import { saveCsv } from "../../lib/save-file";
import { visitors as strings } from "../../strings/admin/visitors";
import { showError } from "../../ui/toast";

const PAGE = 500;

type Page = { numItems: number; cursor: string | null };

type File<Row> = {
  list: "demoRequests" | "addresses";
  ask: (
    convex: ConvexReactClient,
    paginationOpts: Page,
  ) => Promise<PaginationResult<Row>>;
  head: readonly string[];
  cells: (row: Row) => readonly Cell[];
  /** For a day, 'YYYY-MM-DD'. */
  name: (day: string) => string;
};

export function useCsv<Row>({ list, ask, head, cells, name }: File<Row>) {
  const convex = useConvex();
  const [busy, setBusy] = useState(false);

  const read = async () => {
    await convex.mutation(api.visitors.lists.noteExport, { list });
    const lines: (readonly Cell[])[] = [head];
    let found: PaginationResult<Row> | null = null;
    do {
      const cursor: string | null = found?.continueCursor ?? null;
      found = await ask(convex, { numItems: PAGE, cursor });
      lines.push(...found.page.map(cells));
    } while (!found.isDone);
    return lines;
  };

  const start = async () => {
    setBusy(true);
    try {
      // Swedish dates are written '2026-12-01'. This one is the reader's.
      saveCsv(await read(), name(new Date().toLocaleDateString("sv")));
    } catch {
      showError(strings.downloadFailed);
    } finally {
      setBusy(false);
    }
  };
  return { busy, start: () => void start() };
}
