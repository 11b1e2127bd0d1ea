/** The readme of an export. */

/** Added when the logo cannot be read. */
export const LOGO_MISSING =
  "Missing: the logo. The server has lost its file.\r\n";

/** @param files their names without an ending */
export function readMe(files: readonly string[]): string {
  return [
    "Everything Yourturn keeps about this business.",
    "",
    `Files: ${files.join(", ")}; each as .json (as it is stored) and as .csv (one row per line).`,
    "Times are in your business's time zone in the .csv files, and in milliseconds since 1970 in the .json files.",
    "In .csv files, a cell that a spreadsheet would read as a formula begins with an apostrophe.",
    "Who called a customer is in state.calledBy: a userId from people, or the owner's. The named chair is in state.chairId: an _id from chairs.",
    "bookings holds the tickets booked for a time; they are in tickets, too.",
    "Left out: passwords, sessions and other secrets, which are kept as hashes, and counters that are kept for a day.",
    "",
  ].join("\r\n");
}
