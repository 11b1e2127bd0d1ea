/** `GET /metrics`, for callers with a key for it. The content is in engine-metrics.ts. */
import { HttpError } from "../http/http-error.ts";
import type { Route } from "../http/route.ts";
import { CONTENT_TYPE } from "./exposition.ts";

export type MetricsRouteOptions = {
  readonly isKey: (key: string) => boolean;
  readonly text: () => Promise<string>;
};

export function metricsRoute({ isKey, text }: MetricsRouteOptions): Route {
  return {
    method: "GET",
    path: "/metrics",
    handle: async ({ headers }, response) => {
      const [, key] =
        /^(?:Bearer|Convex) +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
      if (key === undefined || !isKey(key)) {
        response.setHeader("WWW-Authenticate", "Bearer");
        throw new HttpError(401, "Unauthorized", "A key is needed.");
      }
      const body = await text();
      response.writeHead(200, {
        "Content-Type": CONTENT_TYPE,
        "Content-Length": Buffer.byteLength(body),
        "Cache-Control": "no-store",
      });
      response.end(body);
    },
  };
}
