/**
 * What evaluating the modules of a bundle has shown, in a file: the next start with the same code and the same variables
 * knows its functions without it. The file is no source of anything: one that is missing, cut or of others is not used.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { RegisteredExport } from "./analysis/exports.ts";
import { fingerprint, type Code } from "./bundle.ts";

/** Registered functions by the path of their module. */
export type ModuleExports = Readonly<
  Record<string, readonly RegisteredExport[]>
>;

export class ExportsFile {
  readonly #file: string;
  readonly #seal: (exports: ModuleExports) => Buffer;

  /**
   * @param folder of all bundles' modules
   * @param secret of the deployment: only what this engine has found out is believed
   * @param env variables that the modules see
   */
  constructor(
    folder: string,
    secret: Buffer,
    bundle: Code,
    env: Readonly<Record<string, string>>,
  ) {
    const name = fingerprint(bundle);
    this.#file = path.join(folder, `${name}.json`);
    const facts = [process.version, name, Object.entries(env).sort()];
    this.#seal = (exports) =>
      createHmac("sha256", secret)
        .update(JSON.stringify([...facts, exports]))
        .digest();
  }

  /** Null when it is not known. */
  read(): ModuleExports | null {
    try {
      const { exports, seal } = JSON.parse(
        readFileSync(this.#file, "utf8"),
      ) as { exports: ModuleExports; seal: string };
      const given = Buffer.from(seal, "base64");
      const own = this.#seal(exports);
      const isOwn = given.length === own.length && timingSafeEqual(given, own);
      return isOwn ? exports : null;
    } catch {
      return null;
    }
  }

  /** What the disk does not take is found out again by the next start. */
  write(exports: ModuleExports): void {
    const seal = this.#seal(exports).toString("base64");
    try {
      mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileSync(this.#file, JSON.stringify({ exports, seal }), {
        mode: 0o600,
      });
    } catch {
      // Half a file is one without its seal.
    }
  }
}
