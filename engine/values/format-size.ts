/** Formats sizes. */

/** Bytes for a reader, in the backend's form: `512 B`, `1 MiB`, `1.50 MiB`. */
export function formatSize(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB"];
  let amount = bytes;
  let unit = 0;
  for (; amount >= 1024 && unit < units.length - 1; unit++) amount /= 1024;
  return `${Number.isInteger(amount) ? amount : amount.toFixed(2)} ${units[unit]}`;
}
