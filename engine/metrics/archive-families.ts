/** The metrics of the archive. */
import type { ArchiveFigures } from "../snapshots/archive/archiver.ts";
import { gauge, type Family } from "./exposition.ts";

/** @param figures null when no archive is kept */
export function archiveFamilies(figures: ArchiveFigures | null): Family[] {
  if (figures === null) return [];
  const { lagSeconds, lagBytes, baseAt } = figures;
  return [
    gauge(
      "engine_archive_lag_seconds",
      "Age of the oldest commit that a restore from the archive would lack; 0 if it would lack none.",
      lagSeconds,
    ),
    gauge(
      "engine_archive_lag_bytes",
      "Commits that are not in the archive yet.",
      lagBytes,
    ),
    {
      ...gauge(
        "engine_archive_last_base_timestamp_seconds",
        "When the newest base of the archive was completed.",
        0,
      ),
      samples: baseAt === null ? [] : [{ value: baseAt }],
    },
  ];
}
