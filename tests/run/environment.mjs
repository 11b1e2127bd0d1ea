/** The environment for the tools of node_modules: everything installed, and first in PATH with the project's own Node. */
import { delimiter, join } from "node:path";
import process from "node:process";
import { install } from "../../launch/install.mjs";
import { complaint, pickNode } from "../../launch/node.mjs";

/**
 * Installs what is missing, as `npm start` does.
 * @param {string} root
 * @returns {Promise<NodeJS.ProcessEnv>} the environment for child processes
 * @throws Error with one line for the user when that fails or no Node here can run the tools
 */
export async function prepare(root) {
  const tooOld = complaint();
  if (tooOld !== null) throw new Error(tooOld);
  await install(root, console.log);
  pickNode(root); // fails if neither the packaged Node nor this one is suitable
  const tools = join(root, "node_modules", ".bin");
  return {
    ...process.env,
    PATH: [tools, process.env.PATH].join(delimiter),
    NO_COLOR: "1",
  };
}
