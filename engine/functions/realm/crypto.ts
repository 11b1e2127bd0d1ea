/**
 * `crypto` of a realm: random bytes are truly random, results belong to the realm, `crypto.scrypt` is native. Evaluated
 * inside the realm, see host.ts.
 *
 * `crypto.scrypt(password, salt, {N, r, p, dkLen})` is an addition of this engine. Its results equal those of a scrypt
 * in JavaScript, but it runs on other threads, at most two at once.
 */
import type { RealmHost } from "./host.ts";
import type { RealmTools } from "./tools.ts";
import type { Wait } from "./wait.ts";

type HostKey = InstanceType<typeof globalThis.CryptoKey>;

export function setUpCrypto(
  host: RealmHost,
  { define, guard, ownBytes, requireBytes }: RealmTools,
  wait: Wait,
): void {
  const { crypto: hostCrypto } = host.web;
  const { subtle: hostSubtle } = hostCrypto;

  const allowRandom = () => {
    const refused = host.randomRefused();
    if (refused !== null) throw new Error(refused);
  };
  const ownBuffer = (buffer: ArrayBuffer | Uint8Array): ArrayBuffer =>
    ownBytes(buffer).buffer;
  const refused = async () => {
    throw new Error(host.unavailable("cryptographic randomness"));
  };

  /** Maps the realm's key objects to the host's keys. */
  const hostKeys = new WeakMap<object, HostKey>();
  const copyOf = (value: unknown): unknown => {
    if (ArrayBuffer.isView(value)) return ownBytes(value);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, copyOf(part)]),
    );
  };
  class CryptoKey {
    constructor() {
      throw new TypeError("Illegal constructor");
    }
    get [Symbol.toStringTag]() {
      return "CryptoKey";
    }
  }
  const property = (name: string, read: (key: HostKey) => unknown) =>
    Object.defineProperty(CryptoKey.prototype, name, {
      enumerable: true,
      configurable: true,
      get(this: object) {
        const key = hostKeys.get(this);
        if (key === undefined) throw new TypeError("Illegal invocation");
        return read(key);
      },
    });
  property("type", ({ type }) => type);
  property("extractable", ({ extractable }) => extractable);
  property("algorithm", ({ algorithm }) => copyOf(algorithm));
  property("usages", ({ usages }) => Array.from(usages));

  /** Replaces keys by the host's, including the other party's in `{ name: "ECDH", public: key }`. */
  const forHost = (argument: unknown): unknown => {
    if (typeof argument !== "object" || argument === null) return argument;
    const key = hostKeys.get(argument);
    if (key !== undefined) return key;
    const other = hostKeys.get((argument as { public?: object }).public ?? {});
    return other === undefined ? argument : { ...argument, public: other };
  };
  const askable = hostSubtle as unknown as Record<
    Exclude<keyof SubtleCrypto, "generateKey">,
    (...args: readonly unknown[]) => Promise<unknown>
  >;
  const ask = (
    name: keyof typeof askable,
    args: readonly unknown[],
  ): Promise<unknown> => wait(() => askable[name](...args.map(forHost)));
  const inBytes =
    (name: Parameters<typeof ask>[0]) =>
    async (...args: readonly unknown[]): Promise<ArrayBuffer> =>
      ownBuffer((await ask(name, args)) as ArrayBuffer);
  const inKey =
    (name: Parameters<typeof ask>[0]) =>
    async (...args: readonly unknown[]): Promise<object> => {
      const key = Object.create(CryptoKey.prototype) as object;
      hostKeys.set(key, (await ask(name, args)) as HostKey);
      return key;
    };

  const digest = inBytes("digest");
  const subtle = {
    digest: async (algorithm: unknown, data: unknown): Promise<ArrayBuffer> => {
      const short = guard(() => host.digest(algorithm, data));
      return short === null ? digest(algorithm, data) : ownBuffer(short);
    },
    sign: inBytes("sign"),
    encrypt: inBytes("encrypt"),
    decrypt: inBytes("decrypt"),
    deriveBits: inBytes("deriveBits"),
    wrapKey: inBytes("wrapKey"),
    verify: async (...args: readonly unknown[]) => ask("verify", args),
    importKey: inKey("importKey"),
    deriveKey: inKey("deriveKey"),
    unwrapKey: inKey("unwrapKey"),
    exportKey: async (format: string, key: unknown) => {
      const exported = await ask("exportKey", [format, key]);
      return format === "jwk"
        ? (JSON.parse(JSON.stringify(exported)) as unknown)
        : ownBuffer(exported as ArrayBuffer);
    },
    generateKey: refused,
  };

  const own = {
    subtle,
    getRandomValues<T extends ArrayBufferView>(array: T): T {
      allowRandom();
      guard(() =>
        hostCrypto.getRandomValues(array as unknown as Uint8Array<ArrayBuffer>),
      );
      return array;
    },
    randomUUID(): string {
      allowRandom();
      return hostCrypto.randomUUID();
    },
    scrypt: async (
      password: Uint8Array,
      salt: Uint8Array,
      parameters: Parameters<RealmHost["scrypt"]>[2],
    ): Promise<Uint8Array> => {
      requireBytes(password, "crypto.scrypt: the password");
      requireBytes(salt, "crypto.scrypt: the salt");
      return ownBytes(
        await wait(() => host.scrypt(password, salt, parameters)),
      );
    },
  };
  define("crypto", own);
  define("CryptoKey", CryptoKey);
}
