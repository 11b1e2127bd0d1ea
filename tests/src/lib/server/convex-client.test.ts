/** What is sent and received on the connection. */
import { expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { openConvexClient } from "../../../../src/lib/server/convex-client.ts";
import { isOnline } from "../../../../src/lib/server/online.ts";

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

test("the first message shows that there is a network, whatever the browser says", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const opened = vi.fn<(socket: EventTarget) => void>();
  vi.stubGlobal(
    "WebSocket",
    class extends EventTarget {
      constructor() {
        super();
        opened(this);
      }
      send() {}
      close() {}
    },
  );
  const client = openConvexClient();
  expect(opened).toHaveBeenCalledOnce();
  expect(isOnline()).toBe(false);
  opened.mock.lastCall?.[0].dispatchEvent(
    new MessageEvent("message", { data: "{}" }),
  );
  expect(isOnline()).toBe(true);
  void client.close();
  window.dispatchEvent(new Event("offline"));
});
