/**
 * Caches the exports of a bundle's modules in a file, so that the next start with the same code and variables is
 * faster. A missing, incomplete or foreign file is ignored.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { RegisteredExport } from "../analysis/exports.ts";
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
   * @param secret of the deployment: only files that this engine wrote are trusted
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

  /** Null when there is no valid file. */
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

  /** If writing fails, the next start evaluates the modules again. */
  write(exports: ModuleExports): void {
    const seal = this.#seal(exports).toString("base64");
    try {
      mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileSync(this.#file, JSON.stringify({ exports, seal }), {
        mode: 0o600,
      });
    } catch {
      // A partial file has no valid seal.
    }
  }
}
