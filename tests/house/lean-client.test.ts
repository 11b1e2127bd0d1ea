/** The stand-ins for two files of the Convex client (build/lean-client.ts), against the installed version of that package. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./tree.ts";

/** What a file of the package calls on something that it holds. */
function calledOn(held: string, file: string): Set<string | undefined> {
  const path = join(root, "node_modules/convex/dist/esm", file);
  const calls = new RegExp(`\\bthis\\.${held}\\.(\\w+)`, "g");
  const text = readFileSync(path, "utf8");
  return new Set(Array.from(text.matchAll(calls), ([, name]) => name));
}

test("they have all that is called, but for signing in and paging through lists", () => {
  const signIn = "setConfig";
  expect(calledOn("authenticationManager", "browser/sync/client.js")).toEqual(
    new Set(["onTransition", "onAuthError", "stop", signIn]),
  );
  const paging = ["subscribe", "localQueryResult"];
  expect(calledOn("paginatedQueryClient", "react/client.js")).toEqual(
    new Set(paging),
  );
});
