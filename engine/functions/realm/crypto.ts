/**
 * `crypto` of a realm: random bytes are truly random, results belong to the realm, `crypto.scrypt` is native.
 * Evaluated inside the realm, see host.ts.
 *
 * `crypto.scrypt(password, salt, {N, r, p, dkLen})` is this engine's own addition: the same result as a scrypt written in
 * JavaScript, computed beside the thread that runs queries and mutations, at most two at once.
 */
import type { RealmHost } from "./host.ts";

type Wait = <T>(begin: () => Promise<T>) => Promise<T>;

export function setUpCrypto(host: RealmHost, wait: Wait): void {
  const { crypto: hostCrypto, CryptoKey: HostCryptoKey } = host.web;
  const { subtle: hostSubtle } = hostCrypto;

  const allowRandom = () => {
    const refused = host.randomRefused();
    if (refused !== null) throw new Error(refused);
  };
  const ownBuffer = (buffer: ArrayBuffer | Uint8Array): ArrayBuffer => {
    const own = new ArrayBuffer(buffer.byteLength);
    new Uint8Array(own).set(new Uint8Array(buffer));
    return own;
  };
  const refused = async () => {
    throw new Error(host.unavailable("cryptographic randomness"));
  };

  const inBytes =
    <A extends unknown[]>(
      name:
        "digest" | "sign" | "encrypt" | "decrypt" | "deriveBits" | "wrapKey",
    ) =>
    async (...args: A): Promise<ArrayBuffer> =>
      ownBuffer(
        await wait(() =>
          (
            hostSubtle[name] as unknown as (...args: A) => Promise<ArrayBuffer>
          ).apply(hostSubtle, args),
        ),
      );
  /** Keys and truth values need no translation. */
  const asIs =
    <A extends unknown[]>(
      name: "verify" | "importKey" | "deriveKey" | "unwrapKey",
    ) =>
    async (...args: A): Promise<unknown> =>
      wait(() =>
        (hostSubtle[name] as unknown as (...args: A) => Promise<unknown>).apply(
          hostSubtle,
          args,
        ),
      );

  const digest = inBytes<[algorithm: unknown, data: unknown]>("digest");
  const subtle = {
    digest: async (algorithm: unknown, data: unknown): Promise<ArrayBuffer> => {
      const short = host.digest(algorithm, data);
      return short === null ? digest(algorithm, data) : ownBuffer(short);
    },
    sign: inBytes("sign"),
    encrypt: inBytes("encrypt"),
    decrypt: inBytes("decrypt"),
    deriveBits: inBytes("deriveBits"),
    wrapKey: inBytes("wrapKey"),
    verify: asIs("verify"),
    importKey: asIs("importKey"),
    deriveKey: asIs("deriveKey"),
    unwrapKey: asIs("unwrapKey"),
    exportKey: async (format: "jwk" | "raw", key: CryptoKey) => {
      const exported: unknown = await wait<unknown>(() =>
        hostSubtle.exportKey(format as "raw", key),
      );
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
      hostCrypto.getRandomValues(array as unknown as Uint8Array<ArrayBuffer>);
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
    ): Promise<Uint8Array> =>
      new Uint8Array(
        ownBuffer(await wait(() => host.scrypt(password, salt, parameters))),
      ),
  };
  const define = (name: string, value: unknown) => {
    Object.defineProperty(globalThis, name, {
      value,
      writable: true,
      configurable: true,
      enumerable: false,
    });
  };
  define("crypto", own);
  define("CryptoKey", HostCryptoKey);
}
