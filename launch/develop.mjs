/** Development: functions are deployed again when they change, and the client has a server with hot reload. */
import { spawn } from "node:child_process";
import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import { clientEnv } from "./client.mjs";

/** Editors write a file in several steps. Wait until they are done, ms. */
const SETTLE = 200;

/**
 * @param {{root: string, node: {command: string}, deploy: () => Promise<void>, settings: {port: number, host: string, signUp: {PLAN_WITHOUT_PAYMENT: string | null}},
 *   engineUrl: string, say: (line: string) => void}} options
 */
export async function develop(options) {
  watchFunctions(options);
  await serveClient(options);
}

function watchFunctions({ root, deploy, say }) {
  let timer = null;
  let running = false;
  let again = false;
  const push = async () => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    const began = Date.now();
    try {
      await deploy();
      say(`Functions deployed (${Date.now() - began} ms)`);
    } catch (error) {
      say(error.message);
    }
    running = false;
    if (again) {
      again = false;
      void push();
    }
  };
  watch(join(root, "convex"), { recursive: true }, (_event, file) => {
    // Written by the deploy itself.
    if (file === null || file.startsWith("_generated")) return;
    clearTimeout(timer);
    timer = setTimeout(push, SETTLE);
  });
}

/** Resolves when the client's server answers. */
async function serveClient({ root, node, settings, engineUrl }) {
  if (!existsSync(join(root, "index.html"))) return;
  const child = spawn(
    node.command,
    [join(root, "launch", "client-server.mjs")],
    {
      cwd: root,
      env: {
        ...process.env,
        ...clientEnv(settings.signUp),
        CLIENT_PORT: String(settings.port),
        CLIENT_HOST: settings.host,
        ENGINE_URL: engineUrl,
      },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    },
  );
  await new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", () => reject(new Error("The client's server stopped.")));
  });
}
