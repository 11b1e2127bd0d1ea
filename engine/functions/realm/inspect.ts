/**
 * Prints values for console lines as the backend does (npm object-inspect with an indent of two). Also evaluated inside
 * realms, so `createInspect` uses nothing from outside.
 */

/** @returns a printer of one value. */
export function createInspect(): (value: unknown) => string {
  const MAX_DEPTH = 5;
  const MAX_STRING = 32_768;

  const quote = (text: string): string => {
    const shown =
      // Guard untested: the log line ends there as well; this saves reading the rest.
      text.length > MAX_STRING
        ? `${text.slice(0, MAX_STRING)}'... ${text.length - MAX_STRING} more character${text.length - MAX_STRING > 1 ? "s" : ""}`
        : `${text}'`;
    const escaped = shown
      .slice(0, -1)
      .replace(/(['\\])/g, "\\$1")
      .replace(/[^\u0020-\uffff]/g, (char) => {
        const known: Record<number, string> = {
          8: "b",
          9: "t",
          10: "n",
          12: "f",
          13: "r",
        };
        const code = char.charCodeAt(0);
        const letter = known[code];
        if (letter !== undefined) return `\\${letter}`;
        return `\\x${code < 16 ? "0" : ""}${code.toString(16).toUpperCase()}`;
      });
    return `'${escaped}${shown.slice(-1)}`;
  };

  const keyOf = (key: string): string =>
    /^[A-Za-z_$][\w$]*$|^\d+$/.test(key) ? key : quote(key);

  const block = (items: string[], depth: number): string => {
    const line = `\n${"  ".repeat(depth + 1)}`;
    return line + items.join(`,${line}`) + `\n${"  ".repeat(depth)}`;
  };

  const inspectNumber = (value: number): string =>
    value === 0 && 1 / value < 0 ? "-0" : String(value);

  const inspectFunction = (value: { name: string }): string =>
    `[Function${value.name === "" ? " (anonymous)" : `: ${value.name}`}]`;

  const inspectArray = (
    value: unknown[],
    depth: number,
    seen: unknown[],
  ): string => {
    const items = value.map((item) => inspect(item, depth + 1, seen));
    if (items.length === 0) return "[]";
    return items.some((item) => item.includes("\n"))
      ? `[${block(items, depth)}]`
      : `[ ${items.join(", ")} ]`;
  };

  const inspectError = (error: Error, fields: string[]): string =>
    fields.length === 0
      ? `[${String(error)}]`
      : `{ [${String(error)}] ${fields.join(", ")} }`;

  const inspectObject = (
    value: object,
    depth: number,
    seen: unknown[],
  ): string => {
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    if (kind === "Date" || kind === "RegExp")
      return (value as Date | RegExp).toString();
    if (value instanceof Map || kind === "Map") {
      const entries = [...(value as Map<unknown, unknown>)].map(
        ([key, item]) =>
          `${inspect(key, depth + 1, seen)} => ${inspect(item, depth + 1, seen)}`,
      );
      return `Map (${entries.length}) {${entries.length === 0 ? "" : block(entries, depth)}}`;
    }
    if (value instanceof Set || kind === "Set") {
      const items = [...(value as Set<unknown>)].map((item) =>
        inspect(item, depth + 1, seen),
      );
      return `Set (${items.length}) {${items.length === 0 ? "" : block(items, depth)}}`;
    }
    const fields = Object.keys(value).map(
      (key) =>
        `${keyOf(key)}: ${inspect((value as Record<string, unknown>)[key], depth + 1, seen)}`,
    );
    if (kind === "Error") return inspectError(value as Error, fields);
    const prototype: unknown = Object.getPrototypeOf(value);
    const name =
      prototype === null
        ? "null prototype"
        : (value as { constructor?: { name?: unknown } }).constructor?.name;
    const tag =
      typeof name === "string" && name !== "Object" && name !== ""
        ? prototype === null
          ? "[Object: null prototype] "
          : `${name} `
        : "";
    return fields.length === 0 ? `${tag}{}` : `${tag}{${block(fields, depth)}}`;
  };

  const inspect = (value: unknown, depth: number, seen: unknown[]): string => {
    switch (typeof value) {
      case "string":
        return quote(value);
      case "number":
        return inspectNumber(value);
      case "bigint":
        return `${value}n`;
      case "function":
        return inspectFunction(value);
      case "object":
        break;
      default:
        return String(value);
    }
    if (value === null) return "null";
    if (seen.includes(value)) return "[Circular]";
    if (depth >= MAX_DEPTH)
      return Array.isArray(value) ? "[Array]" : "[Object]";
    const inside = [...seen, value];
    return Array.isArray(value)
      ? inspectArray(value, depth, inside)
      : inspectObject(value, depth, inside);
  };

  return (value) => inspect(value, 0, []);
}
