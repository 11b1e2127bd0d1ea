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
  /** The oldest first, with the names of their household and network. */
  readonly #names = new Map<Socket, string[]>();
  readonly #open = new Map<string, Set<Socket>>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /**
   * Keeps a new connection, or closes it. If there are too many of all, who has most loses the oldest to one who has fewer.
   * @param ip null for a proxy, whose connections are many callers'
   */
  admit(socket: Socket, ip: string | null): void {
    const shares = ip === null ? [] : [...sharesOf(ip)];
    const { household, all } = this.#limits;
    const isFull = shares.some(
      ([name, share]) => this.#count(name) >= share * household,
    );
    const names = shares.map(([name]) => name);
    const gives = this.#names.size < all ? null : this.#givingWayTo(names);
    if (isFull || gives === undefined) {
      socket.destroy();
      return;
    }
    if (gives !== null) this.#drop(gives);
    this.#names.set(socket, names);
    for (const name of names)
      this.#open.set(name, (this.#open.get(name) ?? new Set()).add(socket));
    socket.once("close", () => this.#forget(socket));
  }

  #count(name: string): number {
    return this.#open.get(name)?.size ?? 0;
  }

  /** The oldest of the household or network with most; undefined if nobody has more than this one would have. */
  #givingWayTo(names: readonly string[]): Socket | undefined {
    let most = 1 + Math.max(0, ...names.map((name) => this.#count(name)));
    let oldest: Socket | undefined;
    for (const sockets of this.#open.values()) {
      if (sockets.size <= most) continue;
      most = sockets.size;
      [oldest] = sockets;
    }
    return oldest;
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
