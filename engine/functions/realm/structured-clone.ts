/**
 * `structuredClone` of a realm, for the common kinds of objects; the host's would return objects of another realm.
 * Evaluated inside the realm, see host.ts.
 */

export function setUpStructuredClone(): void {
  const refuse = (what: string): never => {
    throw new DOMException(`${what} could not be cloned.`, "DataCloneError");
  };

  const clone = (value: unknown, seen: Map<object, unknown>): unknown => {
    if (typeof value === "function") return refuse(String(value));
    if (typeof value === "symbol") return refuse(String(value));
    if (typeof value !== "object" || value === null) return value;
    if (seen.has(value)) return seen.get(value);
    const remember = <T extends object>(copy: T): T => {
      seen.set(value, copy);
      return copy;
    };
    if (Array.isArray(value)) {
      const copy = remember(new Array<unknown>(value.length));
      for (const [key, item] of Object.entries(value))
        copy[Number(key)] = clone(item, seen);
      return copy;
    }
    if (ArrayBuffer.isView(value)) {
      const buffer = clone(value.buffer, seen) as ArrayBuffer;
      const View = value.constructor as Uint8ArrayConstructor;
      const { byteOffset } = value;
      return remember(
        value instanceof DataView
          ? new DataView(buffer, byteOffset, value.byteLength)
          : new View(buffer, byteOffset, (value as Uint8Array).length),
      );
    }
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    switch (kind) {
      case "ArrayBuffer":
        return remember((value as ArrayBuffer).slice(0));
      case "Date":
        return remember(new Date((value as Date).getTime()));
      case "RegExp":
        return remember(
          new RegExp((value as RegExp).source, (value as RegExp).flags),
        );
      case "Boolean":
      case "Number":
      case "String":
      case "BigInt":
        return remember(
          Object((value as { valueOf(): unknown }).valueOf()) as object,
        );
      case "Map": {
        const copy = remember(new Map<unknown, unknown>());
        for (const [key, item] of value as Map<unknown, unknown>)
          copy.set(clone(key, seen), clone(item, seen));
        return copy;
      }
      case "Set": {
        const copy = remember(new Set<unknown>());
        for (const item of value as Set<unknown>) copy.add(clone(item, seen));
        return copy;
      }
      case "Error": {
        const { name, message } = value as Error;
        const copy = remember(new Error(message));
        copy.name = name;
        return copy;
      }
      case "Object": {
        const copy = remember({});
        for (const [key, item] of Object.entries(value))
          Object.defineProperty(copy, key, {
            value: clone(item, seen),
            writable: true,
            configurable: true,
            enumerable: true,
          });
        return copy;
      }
      default:
        return refuse(`#<${kind}>`);
    }
  };

  Object.defineProperty(globalThis, "structuredClone", {
    value: (value: unknown) => clone(value, new Map()),
    writable: true,
    configurable: true,
    enumerable: false,
  });
}
