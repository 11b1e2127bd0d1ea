/** The service worker: our own page without a connection, and never an old page or old figures. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join as joinPath } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { setConnected } from "./connection.ts";
import { expect, seen, test } from "./fixtures.ts";
import { callNext, join } from "./world.ts";

test.use({ serviceWorkers: "allow" });

/** Resolves when a worker controls the next page. */
const workerReady = (page: Page) =>
  page.evaluate(async () => await navigator.serviceWorker.ready);
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const entries = names.map(async (name) => {
      const requests = await (await caches.open(name)).keys();
      return [name, requests.map(({ url }) => new URL(url).pathname)] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  });
const noConnection = (page: Page) =>
  page.getByRole("heading", { name: "No connection" });

test.describe("a ticket that is reloaded without a connection", () => {
  test("says so, shows no position and is up to date once connected again @phones @core", async ({
    address,
    business,
    phone,
  }) => {
    const { owner, queueId } = business;
    await join(address, queueId);
    await join(address, queueId);
    const { secret } = await join(address, queueId, { name: "Cy" });
    await phone.goto(`${business.joinPath}#ticket=${secret}`);
    const ahead = (count: number) =>
      phone.getByRole("img", { name: new RegExp(`^${count} (person|people)`) });
    await seen(ahead(2));
    await workerReady(phone);
    await setConnected(phone, false);
    await phone.reload();
    await seen(noConnection(phone));
    await expect(phone.getByRole("status")).toHaveText(
      /^No connection as of \d\d:\d\d\.$/,
    );
    await seen(phone.getByText(/The shop keeps your place/));
    await expect(phone.getByText("Your position")).toHaveCount(0);
    await expectAccessible(phone);
    await phone.getByRole("button", { name: "Try again" }).click();
    await seen(noConnection(phone));
    await callNext(owner, queueId);
    await setConnected(phone, true);
    await expect(ahead(1)).toBeVisible();
    const kept = Object.values(await keptFiles(phone));
    expect(kept).toEqual([["/offline.html", "/offline.js"]]);
  });
});

test.describe("an update", () => {
  test.use({ expectedConsoleErrors: [/ERR_CONNECTION_REFUSED/] });

  test("of the pages arrives with the next load, and one of the worker replaces the old worker @phones", async ({
    phone,
  }) => {
    const site = await openSite();
    await phone.goto(site.url);
    await workerReady(phone);
    const [before] = Object.keys(await keptFiles(phone));
    site.page = "two";
    await phone.reload();
    await expect(phone.getByRole("heading")).toHaveText("two");
    site.worker = site.worker.replace(/offline-\w+/, "offline-next");
    await phone.reload();
    await expect
      .poll(async () => Object.keys(await keptFiles(phone)))
      .toEqual(["offline-next"]);
    expect(before).not.toBe("offline-next");
    await site.close();
    await phone.reload();
    await seen(noConnection(phone));
    await expect(phone.getByText(/Your place/)).toBeHidden();
    await site.reopen();
    await phone.getByRole("button", { name: "Try again" }).click();
    await expect(phone.getByRole("heading")).toHaveText("two");
    await site.close();
  });
});

const PUBLIC = joinPath(import.meta.dirname, "..", "public");
const file = (name: string) => readFileSync(joinPath(PUBLIC, name), "utf8");

/** A site with our worker, on which a new version can be deployed. */
async function openSite() {
  const site = { page: "one", worker: file("sw.js") };
  const answers = (path: string): [type: string, text: string] => {
    if (path === "/sw.js") return ["text/javascript", site.worker];
    if (path === "/offline.js") return ["text/javascript", file("offline.js")];
    if (path === "/offline.html") return ["text/html", file("offline.html")];
    return [
      "text/html",
      `<!doctype html><html lang="en"><title>${site.page}</title><h1>${site.page}</h1>
       <script>navigator.serviceWorker.register("/sw.js")</script></html>`,
    ];
  };
  const server = createServer(({ url = "/" }, response) => {
    const [type, text] = answers(url);
    response.setHeader("Content-Type", type);
    response.setHeader("Cache-Control", "no-cache");
    response.setHeader("Connection", "close");
    response.end(text);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, "127.0.0.1", () => resolve());
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return Object.assign(site, {
    url: `http://127.0.0.1:${port}/`,
    reopen: () => listen(port),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
