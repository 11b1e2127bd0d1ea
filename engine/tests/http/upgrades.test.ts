import { once } from "node:events";
import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { openTestEngine } from "../open-engine.ts";
import { headOf, openHttp, sendRaw } from "./open-http.ts";

/** Upgrades to a wrong path, with two hosts and from another site, on connections whose clients keep their side open. */
function askFor(url: string) {
  const { port } = new URL(url);
  const sync = "/api/1.48.0/sync";
  return [
    { path: "/api/nosync" },
    { path: sync, header: "Host: y" },
    { path: sync, header: "Origin: https://evil.test" },
  ].map(({ path, header = "Accept: */*" }) => {
    const head = [
      ...[`GET ${path} HTTP/1.1`, "Host: x", header],
      ...["Connection: Upgrade", "Upgrade: websocket"],
    ];
    const options = { host: "127.0.0.1", allowHalfOpen: true };
    const socket = connect({ ...options, port: Number(port) });
    socket.on("error", () => undefined);
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    return socket;
  });
}

test("[HT38] a refused upgrade is closed, also when its client keeps its side open", async () => {
  const { url } = await openHttp({ origins: [] });
  for (const [at, socket] of askFor(url).entries()) {
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString().slice(9, 12)).toBe(["404", "400", "403"][at]);
    await vi.waitFor(() => {
      socket.write("x");
      expect(socket.destroyed).toBe(true);
    });
  }
});

test("[HT38] a reset after a refused upgrade ends nothing", async () => {
  const engine = await openTestEngine({ mode: "child" });
  for (const socket of askFor(engine.url)) {
    await once(socket, "data");
    socket.resetAndDestroy();
  }
  for (let again = 0; again < 3; again++)
    expect((await fetch(`${engine.url}/version`)).status).toBe(200);
  await engine.close();
});

test("[HT38] an upgrade to anything but a WebSocket is ignored", async () => {
  const { url } = await openHttp();
  const head = headOf("GET /version", "Upgrade: h2c");
  const upgrade = head.replace("Connection: ", "Connection: Upgrade, ");
  expect(await sendRaw(url, upgrade)).toContain("200 OK");
});
