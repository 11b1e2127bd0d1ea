/** Inline styles of the client's pages: a page's policy allows exactly those in its file, by their digests. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/** Caches them per page; a changed file is read again. */
export class PageStyles {
  readonly #known = new Map<string, { modified: number; sources: string[] }>();

  /**
   * A `style-src` source for each `<style>` of a page's file.
   * @throws Error of Node when it cannot be read
   */
  async sourcesOf(file: string, modified: Date): Promise<readonly string[]> {
    const known = this.#known.get(file);
    if (known?.modified === modified.getTime()) return known.sources;
    const sources = stylesIn(await readFile(file, "utf8")).map(
      (style) =>
        `'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    );
    this.#known.set(file, { modified: modified.getTime(), sources });
    return sources;
  }
}

function stylesIn(page: string): string[] {
  const [, ...parts] = page.split("<style>");
  return parts.map((part) => part.slice(0, part.indexOf("</style>")));
}
