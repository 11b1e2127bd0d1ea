/** HTTP routes of file storage. They are here because files/ and http/ do not import each other. */
import { FileError } from "../files/file-error.ts";
import type { Files } from "../files/files.ts";
import { sendJson } from "../http/body.ts";
import type { Route } from "../http/route.ts";
import { sendStream } from "../http/send-stream.ts";

const PREFIX = "/api/storage/";

export function fileRoutes(files: Files): Route[] {
  return [
    {
      method: "POST",
      path: `${PREFIX}upload`,
      handle: async (request, response, url) => {
        const token = url.searchParams.get("token");
        if (token === null)
          throw new FileError(400, "BadQuery", "The token is missing.");
        const storageId = await files.receive({
          token,
          contentType: request.headers["content-type"] ?? null,
          digest: request.headersDistinct["digest"]?.[0] ?? null,
          body: request.iterator({ destroyOnReturn: false }),
        });
        sendJson(response, 200, JSON.stringify({ storageId }));
      },
    },
    {
      method: "GET",
      prefix: PREFIX,
      handle: async (request, response, url) => {
        const key = url.pathname.slice(PREFIX.length);
        const answer = files.serve(key, request.headers.range);
        response.writeHead(answer.status, answer.headers);
        if (answer.open === null) response.end();
        else await sendStream(response, answer.open);
      },
    },
  ];
}
