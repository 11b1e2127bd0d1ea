/** The states of a data export, and how long it lasts. */
import { oneOf } from "../../base/rules/oneOf";

/** `building`: rows are being read; `fetched`: its file will be deleted soon. */
export const exportStateValidator = oneOf(
  "building",
  "ready",
  "failed",
  "fetched",
);

export const EXPORT_PAGE = 400;
/** A build without progress for this long has crashed. */
export const EXPORT_STILL_MS = 3 * 60_000;
export const EXPORT_FETCH_MS = 10 * 60_000;
