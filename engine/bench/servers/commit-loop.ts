/**
 * Counts the single durable commits a second of one process that does nothing else, without network.
 * Usage: node commit-loop.ts <database file> <milliseconds>. Prints commits per second.
 */
import { openCommits } from "./commits.ts";

const commits = openCommits(process.argv[2] ?? "");
const milliseconds = Number(process.argv[3]);

function run(forMs: number): number {
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < forMs)
    for (let i = 0; i < 50; i++, count++) commits.insert("insert");
  return (count * 1000) / (performance.now() - start);
}

run(milliseconds / 5);
console.log(run(milliseconds));
