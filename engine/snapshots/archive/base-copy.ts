/** A program that makes a base while the engine serves. Started by base-copier.ts. */
import { setPriority } from "node:os";
import { must } from "../../values/user-error.ts";
import { makeBackup } from "../backup.ts";

const [data, to] = process.argv.slice(2);
// The engine has died, and the next one would wait for this process.
process.once("disconnect", () => process.exit(1));
setPriority(10);
try {
  await makeBackup(must(data, "a data folder"), must(to, "a folder"));
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
