/**
 * Describes thrown values: name, message, frames at their original positions, payload of a ConvexError. Evaluated
 * inside the realm, see host.ts, and called directly in action workers. The forms are those of
 * crates/common/src/errors.rs and crates/isolate/src/{error,helpers}.rs of get-convex/convex-backend.
 */
import type { Described, RealmHost } from "./host.ts";

/** Structural: the realm's own CallSite is not typed. */
type CallSite = {
  getFileName(): string | null | undefined;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
  getFunctionName(): string | null;
  getMethodName(): string | null;
  getTypeName(): string | null;
  isToplevel(): boolean;
  isConstructor(): boolean;
  isAsync(): boolean;
};

export function setUpErrors(
  host: Pick<RealmHost, "locate">,
): (error: unknown) => string {
  /** Frames of an error, unless code sets another number. */
  const shown = 10;
  /** Includes frames of the host, which lie between the innermost frame and its awaiting callers. */
  const taken = shown + 20;
  Error.stackTraceLimit = taken;

  const placeOf = (site: CallSite): string | null => {
    const file = site.getFileName();
    if (typeof file !== "string") return null;
    const line = site.getLineNumber() ?? 1;
    return host.locate(file, line, site.getColumnNumber() ?? 1);
  };

  const framesIn = (sites: readonly CallSite[]): string[] => {
    const most = Error.stackTraceLimit === taken ? shown : Infinity;
    const frames: string[] = [];
    let count = 0;
    for (const site of sites) {
      const place = placeOf(site);
      if (place === null) continue;
      if (++count > most) break;
      // Frames of npm convex around the handler do not help the developer.
      if (!place.includes("convex/src/server/impl"))
        frames.push(frameOf(site, place));
    }
    return frames;
  };

  const frameOf = (site: CallSite, place: string): string => {
    const name = site.getFunctionName();
    const prefix = site.isAsync() ? "async " : "";
    if (site.isConstructor())
      return `    at ${prefix}new ${name ?? "<anonymous>"} (${place})`;
    if (name !== null) return `    at ${prefix}${name} (${place})`;
    const type = site.isToplevel() ? null : site.getTypeName();
    const method = site.getMethodName() ?? "<anonymous>";
    return `    at ${prefix}${type === null ? "" : `${type}.`}${method} (${place})`;
  };

  const headOf = ({
    name = "Error",
    message = "",
  }: {
    name?: string;
    message?: string;
  }): string => {
    if (name === "") return message;
    return message === "" ? name : `${name}: ${message}`;
  };

  (
    Error as unknown as {
      prepareStackTrace: (error: Error, sites: CallSite[]) => string;
    }
  ).prepareStackTrace = (error, sites) =>
    [headOf(error), ...framesIn(sites)].join("\n");

  const isError = (value: unknown): value is Error =>
    typeof value === "object" &&
    value !== null &&
    (value instanceof Error ||
      ["[object Error]", "[object DOMException]"].includes(
        Object.prototype.toString.call(value),
      ));

  /** The message may contain the frames of another error; skip these. */
  const framesOf = (error: Error): string[] => {
    const { stack } = error;
    if (typeof stack !== "string") return [];
    const head = headOf(error);
    return (stack.startsWith(head) ? stack.slice(head.length) : stack)
      .split("\n")
      .filter((line) => line.startsWith("    at "));
  };

  /** Code may name its errors like those that npm convex has prepared. */
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };

  const payloadOf = (error: object): string | undefined => {
    const { ConvexErrorSymbol: symbol, data } = error as {
      ConvexErrorSymbol?: symbol;
      data?: unknown;
    };
    const isConvexError =
      symbol !== undefined &&
      (error as Record<symbol, unknown>)[symbol] === true;
    return isConvexError && typeof data === "string" && isJson(data)
      ? data
      : undefined;
  };

  const textOf = (value: unknown): string => {
    if (typeof value === "object" && value !== null)
      return `#<${value.constructor?.name ?? "Object"}>`;
    return String(value);
  };

  return (error) => {
    let described: Described;
    try {
      if (isError(error)) {
        const data = payloadOf(error);
        const head = headOf(error);
        described = {
          message: head === "" ? "Uncaught" : `Uncaught ${head}`,
          frames: framesOf(error),
          ...(data === undefined ? {} : { data }),
        };
      } else {
        described = { message: `Uncaught ${textOf(error)}`, frames: [] };
      }
    } catch {
      // A getter of the thrown object threw.
      described = { message: "Uncaught", frames: [] };
    }
    return JSON.stringify(described);
  };
}
