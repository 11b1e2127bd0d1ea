import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { installPackages } from "../../functions/actions/external-packages.ts";
import { writeModules } from "../../functions/actions/modules-folder.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "engine-modules-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.each([
  ["../evil", "1.0.0"],
  ["@a/../evil", "1.0.0"],
  [".hidden", "1.0.0"],
  ["a b", "1.0.0"],
  ["--global", "1.0.0"],
  ["", "1.0.0"],
  ["fflate", "latest"],
  ["fflate", "^1.0.0"],
  ["fflate", "file:../evil"],
  ["fflate", "npm:evil@1.0.0"],
  ["fflate", "1.0.0 --global"],
  ["fflate", ""],
])("[DE49] the package %s@%s is refused", async (name, version) => {
  const root = newFolder();
  await expect(installPackages(root, [{ name, version }])).rejects.toThrow(
    `Invalid external package: ${name}@${version}`,
  );
  expect(readdirSync(root)).toEqual([]);
});

test.each(["../evil.js", "a/../../evil.js", "..", "a\\evil.js", "a\0.js"])(
  "[DE11] the module path %j is refused",
  async (path) => {
    const root = newFolder();
    const module = { path, source: "", environment: "isolate" } as const;
    await expect(
      writeModules(join(root, "own"), { modules: [module], schema: null }),
    ).rejects.toThrow(`Invalid module path: ${path}`);
    expect(existsSync(join(root, "evil.js"))).toBe(false);
  },
);
