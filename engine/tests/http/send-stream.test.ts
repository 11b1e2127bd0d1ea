import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import type { Route } from "../../http/route.ts";
import { ClientFiles } from "../../http/client-files.ts";
import { sendStream } from "../../http/send-stream.ts";

/** Handles a request whose client has gone. */
async function afterLeaving(handle: Route["handle"]): Promise<void> {
  const url = new URL("http://x/file.txt");
  const handled = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const gone = once(response, "close");
    client.resetAndDestroy();
    gone
      .then(() => handle(request, response, url))
      .then(handled.resolve, handled.reject);
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const client = connect(port, "127.0.0.1");
  client.on("error", () => undefined);
  client.write(`GET ${url.pathname} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await handled.promise;
}

test("[HT37] nothing is opened for a client that has gone", async () => {
  const opened: string[] = [];
  await afterLeaving((_request, response) =>
    sendStream(response, () => {
      opened.push("stream");
      return Readable.from(["x"]);
    }),
  );
  expect(opened).toEqual([]);
  const folder = fs.mkdtempSync(join(tmpdir(), "client-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(join(folder, "file.txt"), "text");
  const files = await ClientFiles.open(folder);
  await afterLeaving((request, response, url) =>
    files.answer(request, response, url),
  );
});
