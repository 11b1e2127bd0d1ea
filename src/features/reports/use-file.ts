/** The range as a CSV file, loaded on demand, with a row for each day of each queue. */
import { useConvex } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Cell } from "../../../convex/base/rules/csv";
import { saveCsv } from "../../lib/save-file";
import { reports as strings } from "../../strings/reports";
import { showError } from "../../ui/toast";
import { meanMinutes } from "./figures";
import { partsOf, type Days } from "./ranges";

const COLUMNS = [
  "joins",
  "waits",
  "mean",
  "served",
  "noShows",
  "skipped",
  "left",
  "removed",
  "quotes",
  "quotesRight",
  "great",
  "ok",
  "notGood",
] as const;

export function useFile(days: Days | null, today: string) {
  const convex = useConvex();
  const [busy, setBusy] = useState(false);

  const rows = async (part: Days): Promise<Cell[][]> => {
    const answer = await convex.query(api.reports.periods.rows, part);
    if (!answer.ok) throw new Error(answer.code);
    const queues = new Map(answer.names.map((one) => [one.queueId, one]));
    return answer.rows.map((row) => {
      const mean = meanMinutes(row);
      const rounded = mean === null ? null : Math.round(10 * mean) / 10;
      const figures = COLUMNS.map((key) =>
        key === "mean" ? rounded : row[key],
      );
      const { letter = null, name = null } = queues.get(row.queueId) ?? {};
      return [row.day, letter, name, ...figures];
    });
  };

  const start = async () => {
    if (days === null) return;
    setBusy(true);
    try {
      const parts = await Promise.all(partsOf(days, today).map(rows));
      const head = ["day", "letter", "queue", ...COLUMNS] as const;
      saveCsv(
        [head.map((key) => strings.file[key]), ...parts.flat()],
        strings.fileName(days.from, days.to),
      );
    } catch {
      showError(strings.downloadFailed);
    } finally {
      setBusy(false);
    }
  };

  return { busy, start: () => void start() };
}
