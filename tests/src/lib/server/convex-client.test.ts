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
    class extends EventTarget {
      readyState = 1;
      onopen?: () => void;
      constructor() {
        super();
        opened.resolve(this);
      }
      send(text: string) {
        sent.push(text);
      }
      close() {}
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

test("a socket that died while the device slept is replaced at once", async () => {
  vi.useFakeTimers();
  // The clients above still listen. A page has only one.
  vi.resetModules();
  const { maySend, openConvexClient: openFresh } =
    await import("../../../../src/lib/server/convex-client.ts");
  class Socket extends EventTarget {
    static readonly all: Socket[] = [];
    readyState = 1;
    onopen?: () => void;
    onclose?: (event: CloseEvent) => void;
    constructor() {
      super();
      Socket.all.push(this);
      // As browsers do.
      this.addEventListener("close", (event) =>
        this.onclose?.(event as CloseEvent),
      );
    }
    send() {}
    close() {}
    hear() {
      this.dispatchEvent(
        new MessageEvent("message", { data: '{"type":"Ping"}' }),
      );
    }
  }
  vi.stubGlobal("WebSocket", Socket);
  const client = openFresh();
  const connected = () => maySend(client);
  client.connectionState();
  const [first] = Socket.all;
  first?.onopen?.();
  first?.hear();
  expect(connected()).toBe(true);
  const end = first?.onclose;
  vi.advanceTimersByTime(30_000);
  const shown = new Event("visibilitychange", { bubbles: true });
  document.dispatchEvent(shown);
  window.dispatchEvent(new Event("focus"));
  expect(connected()).toBe(false);
  vi.advanceTimersByTime(300);
  const [, second] = Socket.all;
  expect(Socket.all).toHaveLength(2);
  // The browser reports the old one's end late.
  expect(first?.onclose).not.toBe(end);
  second?.onopen?.();
  window.dispatchEvent(new Event("focus"));
  vi.advanceTimersByTime(300);
  expect(Socket.all, "the new one has time to answer").toHaveLength(2);
  expect(connected()).toBe(false);
  second?.hear();
  expect(connected()).toBe(true);
  void client.close();
});
