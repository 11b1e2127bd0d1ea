/** The readme of an export. */

/** @param files their names without an ending */
export function readMe(files: readonly string[]): string {
  return [
    "Everything that Yourturn keeps for this business.",
    "",
    `Files: ${files.join(", ")}; each as .json (as it is stored) and as .csv (one row a line).`,
    "Times are by your business's clock in the .csv files, and milliseconds since 1970 in the .json files.",
    "A cell of a .csv file that a spreadsheet would take for a formula begins with an apostrophe.",
    "bookings holds those tickets that were booked for a time; they are in tickets as well.",
    "Left out: passwords, sessions and other secrets, which are kept as hashes, and what is kept only for a day to count with.",
    "",
  ].join("\r\n");
}
