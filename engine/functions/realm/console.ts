/**
 * The console of a realm: every line goes to the running function's log. Evaluated inside the realm, see host.ts.
 * Source: npm-packages/udf-runtime/src/02_console.ts of get-convex/convex-backend.
 */
import type { RealmHost } from "./host.ts";

export function setUpConsole(
  host: Pick<RealmHost, "log" | "time">,
  inspect: (value: unknown) => string,
): void {
  const write =
    (level: string) =>
    (...args: unknown[]) => {
      host.log(level, args.map(inspect));
    };
  const labelOf = (label: unknown) =>
    label === undefined ? "default" : String(label);
  const own = {
    debug: write("DEBUG"),
    error: write("ERROR"),
    info: write("INFO"),
    log: write("LOG"),
    warn: write("WARN"),
    trace: (...args: unknown[]) => {
      const { stack = "" } = new Error();
      // Without the leading "Error": nothing is wrong.
      host.log("LOG", [
        ...args.map(inspect),
        `${stack.slice("Error".length)}\n`,
      ]);
    },
    time: (label?: unknown) => {
      host.time("start", labelOf(label), []);
    },
    timeLog: (label?: unknown, ...extra: unknown[]) => {
      host.time("log", labelOf(label), extra.map(inspect));
    },
    timeEnd: (label?: unknown) => {
      host.time("end", labelOf(label), []);
    },
  };
  Object.defineProperty(globalThis, "console", {
    value: Object.assign(Object.create({}) as typeof own, own),
    writable: true,
    configurable: true,
    enumerable: false,
  });
}
