/**
 * Limits open connections. Each takes a file descriptor, however idle it is: without a limit, one address could take them all, and
 * the engine could open no file, thread or connection any more.
 */
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { sharesOf } from "../sync/socket-shares.ts";

export type ConnectionLimits = {
  /** Of an IPv4 address or IPv6 /64. An IPv6 /48 may have sixteen times as many, the loopback interface any number. */
  readonly household: number;
  readonly all: number;
};

/** Seven for each of a hundred phones on one Wi-Fi, and some more. */
const HOUSEHOLD = 1024;
/** The part of the process's file descriptors that connections may take. */
const PART = 3 / 4;

/** @param limits of this process, as Linux writes them; null where the system does not: then nothing limits all */
export function connectionLimits(limits = readLimits()): ConnectionLimits {
  const files = /^Max open files\s+(\d+)/m.exec(limits ?? "")?.[1];
  const all = files === undefined ? Infinity : Math.floor(PART * Number(files));
  return { household: HOUSEHOLD, all };
}

function readLimits(): string | null {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return null;
  }
}

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #isIdle: (socket: Socket) => boolean;
  /** The oldest first, with the names of their household and network. */
  readonly #names = new Map<Socket, string[]>();
  readonly #open = new Map<string, Set<Socket>>();

  /** @param isIdle whether a connection owes no answer and is no WebSocket: it can go without a loss */
  constructor(limits: ConnectionLimits, isIdle: (socket: Socket) => boolean) {
    this.#limits = limits;
    this.#isIdle = isIdle;
  }

  /**
   * Keeps a new connection, or closes it. A full household loses its oldest idle one. If there are too many of all, who has most
   * loses the oldest to one who has fewer, an idle one first.
   * @param ip null for a proxy, whose connections are many callers'
   */
  admit(socket: Socket, ip: string | null): void {
    const shares = ip === null ? [] : [...sharesOf(ip)];
    const { household, all } = this.#limits;
    for (const [name, share] of shares)
      if (this.#count(name) >= share * household) {
        const idle = this.#oldestIdle(this.#open.get(name));
        if (idle === undefined) return void socket.destroy();
        this.#drop(idle);
      }
    const names = shares.map(([name]) => name);
    if (this.#names.size >= all) {
      const gives = this.#givingWayTo(names);
      if (gives === undefined) return void socket.destroy();
      this.#drop(gives);
    }
    this.#names.set(socket, names);
    for (const name of names)
      this.#open.set(name, (this.#open.get(name) ?? new Set()).add(socket));
    socket.once("close", () => this.#forget(socket));
  }

  #count(name: string): number {
    return this.#open.get(name)?.size ?? 0;
  }

  #oldestIdle(sockets: Iterable<Socket> = []): Socket | undefined {
    for (const socket of sockets) if (this.#isIdle(socket)) return socket;
    return undefined;
  }

  /** One of the household or network with most; undefined if nobody has more than this one would have. */
  #givingWayTo(names: readonly string[]): Socket | undefined {
    let most = 1 + Math.max(0, ...names.map((name) => this.#count(name)));
    let its: ReadonlySet<Socket> = new Set();
    for (const sockets of this.#open.values()) {
      if (sockets.size <= most) continue;
      most = sockets.size;
      its = sockets;
    }
    const [oldest] = its;
    return this.#oldestIdle(its) ?? oldest;
  }

  #drop(socket: Socket): void {
    this.#forget(socket);
    socket.destroy();
  }

  #forget(socket: Socket): void {
    const names = this.#names.get(socket) ?? [];
    this.#names.delete(socket);
    for (const name of names) {
      const its = this.#open.get(name);
      its?.delete(socket);
      if (its?.size === 0) this.#open.delete(name);
    }
  }
}
