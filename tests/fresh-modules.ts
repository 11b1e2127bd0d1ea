/**
 * Runs before each test file of a project whose files share one environment (`isolate: false`). Forgets the modules of
 * the previous file, so that each file has its own module state and mocks. State in the environment itself and in
 * packages stays. Clean it up where it is made.
 */
import { vi } from "vitest";

vi.resetModules();

const environment = globalThis as { ownGlobals?: PropertyDescriptorMap };

// The edge runtime has proxies for these two, which answer Convex's checks of each value slowly. Node's own do the same.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer) as typeof Uint8Array;
globalThis.ArrayBuffer = Buffer.alloc(0).buffer.constructor as never;

// Each file has its own convex-test, which wraps the globals once more. Without this, they get slower with each file.
environment.ownGlobals ??= Object.getOwnPropertyDescriptors(globalThis);
for (const [name, own] of Object.entries(environment.ownGlobals)) {
  const now = Object.getOwnPropertyDescriptor(globalThis, name);
  if (own.configurable && now?.get !== own.get)
    Object.defineProperty(globalThis, name, own);
}

type ListZones = () => string[] | undefined;

// Intl takes 0.1 s to list the zones of all countries, and each file's modules ask for them.
const locale = Intl.Locale.prototype as { getTimeZones?: ListZones };
const listZones = locale.getTimeZones;
if (listZones !== undefined && listZones.name === "getTimeZones") {
  const known = new Map<string, ReturnType<ListZones>>();
  locale.getTimeZones = function remembered(this: Intl.Locale) {
    const country = String(this);
    if (!known.has(country)) known.set(country, listZones.call(this));
    return known.get(country);
  };
}
