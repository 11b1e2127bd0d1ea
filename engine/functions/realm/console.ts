/**
 * The console of a realm: every line goes to the running function's log. Evaluated inside the realm, see host.ts.
 * Source: npm-packages/udf-runtime/src/02_console.ts of get-convex/convex-backend.
 */
import type { RealmHost } from "./host.ts";

export function setUpConsole(
  host: Pick<RealmHost, "log" | "now">,
  inspect: (value: unknown) => string,
): void {
  const started = new Map<string, number>();
  const write =
    (level: string) =>
    (...args: unknown[]) => {
      host.log(level, args.map(inspect));
    };
  const labelOf = (label = "default") => label;
  const elapsed = (label: string | undefined, extra: unknown[]) => {
    const begun = started.get(labelOf(label));
    if (begun === undefined) {
      host.log("WARN", [`Timer '${labelOf(label)}' does not exist`]);
      return;
    }
    host.log("INFO", [
      `${labelOf(label)}: ${host.now() - begun}ms`,
      ...extra.map(inspect),
    ]);
  };
  const own = {
    debug: write("DEBUG"),
    error: write("ERROR"),
    info: write("INFO"),
    log: write("LOG"),
    warn: write("WARN"),
    trace: write("LOG"),
    time: (label?: string) => {
      started.set(labelOf(label), host.now());
    },
    timeLog: (label?: string, ...extra: unknown[]) => {
      elapsed(label, extra);
    },
    timeEnd: (label?: string) => {
      elapsed(label, []);
      started.delete(labelOf(label));
    },
  };
  Object.defineProperty(globalThis, "console", {
    value: Object.assign(Object.create({}) as typeof own, own),
    writable: true,
    configurable: true,
    enumerable: false,
  });
}
