/** The output of one app's build, and the files that a page needs from it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Rolldown } from "vite";

type Output = Rolldown.RolldownOutput["output"][number];

/** @throws Error for the result of a build in watch mode */
export function outputOf(
  built:
    | Rolldown.RolldownOutput
    | Rolldown.RolldownOutput[]
    | Rolldown.RolldownWatcher,
): Bundle {
  if (!("output" in built)) throw new Error("Not the result of one build");
  return new Bundle(built.output);
}

type Asset = { fileName: string; text: string };

export class Bundle {
  readonly #files: Map<string, Output>;

  constructor(output: readonly Output[]) {
    this.#files = new Map(output.map((file) => [file.fileName, file]));
  }

  get entry(): string {
    return this.#chunk((chunk) => chunk.isEntry, "an entry").fileName;
  }

  /** The app's one style sheet. */
  get style(): Asset {
    return this.asset(/\.css$/);
  }

  /** A file that is not a script. @throws Error without a match */
  asset(name: RegExp): Asset {
    for (const file of this.#files.values()) {
      if (file.type !== "asset" || !name.test(file.fileName)) continue;
      const { fileName, source } = file;
      const text =
        typeof source === "string" ? source : Buffer.from(source).toString();
      return { fileName, text };
    }
    throw new Error(`The build has made no file like ${name}`);
  }

  write(folder: string): void {
    for (const { fileName, code } of this.#chunks) {
      const file = join(folder, fileName);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, code);
    }
  }

  /** The scripts that hold these files, and their static imports; the entry first. @throws Error for a foreign file */
  scriptsOf(modules: readonly string[]): string[] {
    const needed = new Set([this.entry]);
    const take = (fileName: string): void => {
      needed.add(fileName);
      const file = this.#files.get(fileName);
      if (file?.type !== "chunk") return;
      file.imports.filter((name) => !needed.has(name)).forEach(take);
    };
    take(this.entry);
    for (const module of modules) {
      const found = this.#find(module);
      if (found === undefined) throw new Error(`${module} is in no script`);
      take(found.fileName);
    }
    return [...needed];
  }

  #find(module: string): Rolldown.OutputChunk | undefined {
    return this.#chunks.find((chunk) =>
      chunk.moduleIds.some((id) => id.endsWith(`/${module}`)),
    );
  }

  #chunk(is: (chunk: Rolldown.OutputChunk) => boolean, what: string) {
    const found = this.#chunks.find(is);
    if (found === undefined) throw new Error(`The build has made no ${what}`);
    return found;
  }

  get #chunks(): Rolldown.OutputChunk[] {
    return [...this.#files.values()].filter((file) => file.type === "chunk");
  }
}
