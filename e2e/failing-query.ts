/** Makes one query fail for one page, as when the server cannot answer it. A lost connection is in connection.ts. */
import type { Page } from "@playwright/test";

/** The messages of Convex's protocol, as far as they are read here. */
type Asked = {
  type: string;
  modifications?: { type: string; queryId: number; udfPath?: string }[];
};

/** Call it before the page is opened. @param path "desk/queues:publicList" */
export async function failQuery(page: Page, path: string): Promise<void> {
  await page.routeWebSocket(/\/sync$/, (socket) => {
    const server = socket.connectToServer();
    const failing = new Set<number>();
    socket.onMessage((text) => {
      const { modifications = [] } = JSON.parse(String(text)) as Asked;
      for (const { udfPath, queryId } of modifications)
        if (udfPath === path) failing.add(queryId);
      server.send(text);
    });
    server.onMessage((text) => {
      const message = JSON.parse(String(text)) as Asked;
      message.modifications = message.modifications?.map((one) =>
        one.type === "QueryUpdated" && failing.has(one.queryId)
          ? { ...one, type: "QueryFailed", errorMessage: "Server Error" }
          : one,
      );
      socket.send(JSON.stringify(message));
    });
  });
}
