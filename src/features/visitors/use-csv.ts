/** A whole list as a CSV file: asked for page by page when somebody wants it. */
import { useConvex, type PaginatedQueryReference } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { csvText, type Cell } from "../../../convex/model/csv";
import { saveCsv } from "../../lib/save-file";
import { visitors as texts } from "../../texts/visitors";
import { showError } from "../../ui/toast";

/** Rows of one question to the server. */
const PAGE = 500;

type RowOf<List extends PaginatedQueryReference> =
  FunctionReturnType<List>["page"][number];

/**
 * `start` makes the file and hands it to the browser.
 * @param cells of one row, under the head
 * @param fileName of a day, 'YYYY-MM-DD'
 */
export function useCsv<List extends PaginatedQueryReference>(
  list: List,
  head: readonly string[],
  cells: (row: RowOf<List>) => readonly Cell[],
  fileName: (day: string) => string,
) {
  const convex = useConvex();
  const [busy, setBusy] = useState(false);

  const all = async (): Promise<Cell[][]> => {
    const rows: Cell[][] = [];
    let cursor: string | null = null;
    for (;;) {
      const paginationOpts = { numItems: PAGE, cursor };
      const found = await convex.query(list, { paginationOpts } as never);
      rows.push(...found.page.map((row: RowOf<List>) => [...cells(row)]));
      if (found.isDone) return rows;
      cursor = found.continueCursor;
    }
  };

  const start = async () => {
    setBusy(true);
    try {
      const text = csvText([head, ...(await all())]);
      saveCsv(text, fileName(new Date().toISOString().slice(0, 10)));
    } catch {
      showError(texts.downloadFailed);
    } finally {
      setBusy(false);
    }
  };
  return { busy, start: () => void start() };
}
