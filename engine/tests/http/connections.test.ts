import { EventEmitter } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { connectionLimits, Connections } from "../../http/connections.ts";
import { openHttp } from "./open-http.ts";

/** Admits connections by address and tells which are open. */
function openDoor(household: number, all: number) {
  const sockets = new Map<string, Socket>();
  const idle = new Set<Socket | undefined>();
  const connections = new Connections({ household, all }, (socket) =>
    idle.has(socket),
  );
  return {
    admit(name: string, ip: string | null) {
      const socket = Object.assign(new EventEmitter(), {
        destroy: () => {
          sockets.delete(name);
          socket.emit("close");
        },
      }) as unknown as Socket;
      sockets.set(name, socket);
      connections.admit(socket, ip);
    },
    close: (name: string) => sockets.get(name)?.destroy(),
    idle: (name: string) => void idle.add(sockets.get(name)),
    open: () => [...sockets.keys()],
  };
}

test("[HT40] an address or household has a limited number of connections, a /48 sixteen times as many", () => {
  const door = openDoor(2, 1000);
  for (const name of ["a", "b", "c"]) door.admit(name, "203.0.113.1");
  door.admit("other", "203.0.113.2");
  expect(door.open()).toEqual(["a", "b", "other"]);
  door.close("a");
  door.admit("d", "203.0.113.1");
  expect(door.open()).toEqual(["b", "other", "d"]);
  for (let home = 0; home < 20; home++)
    for (const name of ["x", "y", "z"])
      door.admit(`${name}${home}`, `2001:db8:1:${home}::1`);
  expect(door.open()).toHaveLength(3 + 32);
});

test("[HT40] a full household loses its oldest idle connection to a new one, and none that is used", () => {
  const door = openDoor(3, 1000);
  for (const name of ["a", "b", "c"]) door.admit(name, "203.0.113.1");
  for (const name of ["c", "b"]) door.idle(name);
  door.admit("d", "203.0.113.1");
  expect(door.open()).toEqual(["a", "c", "d"]);
  door.admit("e", "203.0.113.1");
  door.admit("f", "203.0.113.1");
  expect(door.open()).toEqual(["a", "d", "e"]);
});

test("[HT40] this machine and a configured proxy have any number, up to that of all", () => {
  const door = openDoor(1, 6);
  for (const name of ["a", "b", "c"]) door.admit(name, "::ffff:127.0.0.1");
  for (const name of ["d", "e", "f", "g"]) door.admit(name, null);
  expect(door.open()).toEqual(["a", "b", "c", "d", "e", "f"]);
});

test("[HT40] when there are too many of all, the oldest of who has most gives way to one who has fewer", () => {
  const door = openDoor(100, 6);
  for (let n = 0; n < 4; n++) door.admit(`flood ${n}`, "203.0.113.1");
  door.admit("a", "198.51.100.1");
  door.admit("b", null);
  door.admit("c", "198.51.100.3");
  door.admit("d", null);
  expect(door.open()).toEqual(["flood 2", "flood 3", "a", "b", "c", "d"]);
  door.admit("flood 4", "203.0.113.1");
  door.admit("e", "198.51.100.1");
  expect(door.open()).toEqual(["flood 2", "flood 3", "a", "b", "c", "d"]);
});

test("[HT40] of who has most, an idle connection gives way before an older one that is used", () => {
  const door = openDoor(100, 3);
  for (const name of ["used", "idle", "last"]) door.admit(name, "203.0.113.1");
  door.idle("idle");
  door.admit("a", "198.51.100.1");
  expect(door.open()).toEqual(["used", "last", "a"]);
});

test("[HT40] both ports close what is too many, and take more once others have gone", async () => {
  const { http } = await openHttp({ connections: { household: 1, all: 2 } });
  const open = async (port: number | null) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.write("GET /version HTTP/1.1\r\nHost: x\r\n\r\n");
    // A closed one may be reset before that.
    return await new Promise<Socket | null>((resolve) => {
      socket.once("data", () => resolve(socket));
      socket.once("close", () => resolve(null));
    });
  };
  const first = await open(http.port);
  expect(await open(http.sitePort)).not.toBeNull();
  expect(await open(http.port)).toBeNull();
  expect(await open(http.sitePort)).toBeNull();
  first?.destroy();
  let again = null;
  while (again === null) again = await open(http.port);
});

test("[HT40] the limit of all leaves a quarter of the process's file descriptors", () => {
  const allBy = (files: string) =>
    connectionLimits(
      `Limit                     Soft Limit           Hard Limit           Units\nMax processes             63701                63701                processes\nMax open files            ${files}                 4096                 files\n`,
    ).all;
  expect(allBy("1024")).toBe(768);
  expect(allBy("unlimited")).toBe(Infinity);
  expect(connectionLimits(null)).toEqual({ household: 1024, all: Infinity });
});
