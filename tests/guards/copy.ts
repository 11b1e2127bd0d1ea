/** A copy of the tree in a temporary folder with a switch in each guard. The checkout is never changed. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { guardsOf, withSwitches, type Guard } from "./find.ts";

export type Found = Guard & { readonly path: string; readonly number: number };
export type Copy = {
  readonly folder: string;
  /** Hash of all files: results for another tree do not apply to this one. */
  readonly hash: string;
  readonly guards: readonly Found[];
};

export function copyWithSwitches(root: string): Copy {
  const folder = mkdtempSync(join(tmpdir(), "guards-"));
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", list, { cwd: root, encoding: "utf8" });
  const hash = createHash("sha256");
  const guards: Found[] = [];
  for (const path of files.split("\0").filter(Boolean).sort()) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(root, path), to);
    const content = readFileSync(to);
    hash.update(`${path}\0`).update(content);
    if (!hasGuards(path)) continue;
    const text = content.toString();
    const found = guardsOf(path, text);
    const number = guards.length + 1;
    guards.push(
      ...found.map((one, at) => ({ ...one, path, number: number + at })),
    );
    // Engine code imports the switch, so that its threads and child processes have it too. Convex functions may import
    // nothing.
    const brought = path.startsWith("engine/")
      ? `import ${JSON.stringify(relative(dirname(path), "tests/guards/switch.mjs"))}; `
      : "";
    const switched = withSwitches(text, found, number);
    writeFileSync(
      to,
      brought + (path === REALM ? intoRealm(switched) : switched),
    );
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return { folder, hash: hash.digest("hex").slice(0, 16), guards };
}

/** Code of a realm sees only the realm's globals. */
const REALM = "engine/functions/transaction-realm.ts";
function intoRealm(text: string): string {
  const made = "this.#door = setUpRealm(";
  if (!text.includes(made)) throw new Error(`${REALM} has no ${made}`);
  const names = ["guard", "refused"].map(
    (name) => `${name}: { value: globalThis.${name} }`,
  );
  return text.replace(
    made,
    `Object.defineProperties(this.#context, { ${names.join(", ")} }); ${made}`,
  );
}

const hasGuards = (path: string): boolean =>
  /^(convex|engine\/(?!tests|bench|faults|build))\b.*\.ts$/.test(path) &&
  !/_generated|\.d\.ts$/.test(path);
