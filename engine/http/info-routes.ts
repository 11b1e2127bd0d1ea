/** Basic facts about the deployment, as on the backend, and the health of this process. */
import { readBody, sendJson, sendText } from "./body.ts";
import type { FailingCron } from "../scheduler/cron-executor.ts";
import type { Route } from "./route.ts";

const ECHO_LIMIT = 16 * 1024 * 1024;

export type DeploymentInfo = {
  readonly name: string;
  readonly version: string;
  /** Null when all is well, else the problem in words for an operator. */
  readonly trouble: () => string | null;
  /** Crons that fail while everything else works. */
  readonly failing: () => readonly FailingCron[];
};

export function infoRoutes(info: DeploymentInfo): Route[] {
  const text = (path: string, body: string): Route => ({
    method: "GET",
    path,
    handle: (_request, response) => sendText(response, 200, body),
  });
  return [
    text("/version", info.version),
    text("/instance_version", info.version),
    text("/instance_name", info.name),
    {
      method: "POST",
      path: "/echo",
      handle: async (request, response) => {
        const body = await readBody(request, ECHO_LIMIT);
        response.setHeader("Content-Type", "application/octet-stream");
        response.end(body);
      },
    },
    {
      method: "GET",
      path: "/health",
      handle: (_request, response) => {
        const trouble = info.trouble();
        const failing = info.failing();
        // The status stays 200: a failing cron is no reason to restart the engine.
        const status = failing.length === 0 ? "ok" : "degraded";
        const found = { ...(failing.length > 0 && { failing }) };
        if (trouble === null)
          sendJson(response, 200, JSON.stringify({ status, ...found }));
        else
          sendJson(
            response,
            503,
            JSON.stringify({ status: "error", trouble, ...found }),
          );
      },
    },
  ];
}
