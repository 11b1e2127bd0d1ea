/** What is sent on the connection. */
import { expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { openConvexClient } from "../../../../src/lib/server/convex-client.ts";

test("half an emoji is sent as the replacement character", async () => {
  const sent: string[] = [];
  const opened = Promise.withResolvers<{ onopen?: () => void }>();
  vi.stubGlobal(
    "WebSocket",
    class {
      readyState = 1;
      onopen?: () => void;
      constructor() {
        opened.resolve(this);
      }
      send(text: string) {
        sent.push(text);
      }
      close() {}
      addEventListener() {}
    },
  );
  const client = openConvexClient();
  void client.mutation(api.desk.queues.create, { name: "a \ud83d b 😀" });
  (await opened.promise).onopen?.();
  await vi.waitFor(() => expect(sent.join()).toContain("a \ufffd b 😀"));
  expect(sent.join()).not.toContain("\\ud");
  void client.close();
});
