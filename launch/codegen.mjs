/**
 * `npm run codegen`: writes convex/_generated as `npm run dev` does. The official CLI asks a deployment to analyze the
 * functions. Here that is a temporary engine. `node launch/codegen.mjs FOLDER` does it for another folder with convex/
 * and node_modules/.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ChildProgram } from "./child-program.mjs";
import { runConvex } from "./deploy.mjs";
import { pickNode } from "./node.mjs";
import { adminKeyOf } from "./secrets.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = resolve(process.argv[2] ?? root);
const data = mkdtempSync(join(tmpdir(), "yourturn-codegen-"));
const adminKey = adminKeyOf(data);
const node = pickNode(root);
const engine = new ChildProgram({
  name: "The engine",
  file: join("engine", "main.ts"),
  root,
  node,
  args: ["--data", data, "--port", "0", "--site-port", "0"],
  env: { ENGINE_ADMIN_KEY: adminKey },
  say: (line) => console.error(line),
  gaveUp: (code) => process.exit(code),
});
try {
  const { url } = await engine.start();
  const args = ["codegen", "--typecheck", "disable"];
  await runConvex(folder, node, { url, adminKey }, args);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await engine.stop();
  rmSync(data, { recursive: true, force: true });
}
