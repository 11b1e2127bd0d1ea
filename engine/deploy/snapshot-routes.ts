/**
 * HTTP routes of `npx convex export`. The state of an export is the query `_system/cli/exports:getLatest`
 * (cli-queries.ts).
 */
import { asAdmin } from "../http/authorization.ts";
import { sendJson } from "../http/body.ts";
import type { Route } from "../http/route.ts";
import { sendStream } from "../http/send-stream.ts";
import type { Exporter } from "../snapshots/exporter.ts";
import { SnapshotError } from "../snapshots/snapshot-error.ts";
import type { Authenticator } from "../sync/callers.ts";

const ZIP = "/api/export/zip/";
/** Timestamps are nanoseconds on the wire, microseconds internally. */
const NS = 1000n;

export function snapshotRoutes(
  authenticator: Authenticator,
  exporter: Exporter,
): Route[] {
  return [
    {
      method: "POST",
      path: "/api/export/request/zip",
      handle: asAdmin(authenticator, async (_request, response, url) => {
        await exporter.request(
          url.searchParams.get("includeStorage") === "true",
        );
        sendJson(response, 200, "null");
      }),
    },
    {
      method: "GET",
      prefix: ZIP,
      handle: asAdmin(authenticator, async (_request, response, url) => {
        const ts = url.pathname.slice(ZIP.length);
        const zip = await exporter.read(timestampOf(ts));
        if (zip === null)
          throw new SnapshotError(
            "ExportNotFound",
            `The export of ${ts} is no longer here. Request another one.`,
          );
        response.writeHead(200, {
          "Content-Type": "application/zip",
          "Content-Length": zip.size,
          "Content-Disposition": `attachment; filename=snapshot_${ts}.zip`,
          "Cache-Control": "no-store",
        });
        await sendStream(response, zip.open);
      }),
    },
  ];
}

/** @throws SnapshotError when it is not a timestamp */
function timestampOf(text: string): number {
  if (!/^\d{1,19}$/.test(text))
    throw new SnapshotError(
      "BadSnapshotTimestamp",
      "Snapshot timestamp did not parse to a timestamp.",
    );
  return Number(BigInt(text) / NS);
}
