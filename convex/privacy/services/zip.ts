/** A ZIP archive, written piece by piece. Each piece is compressed at once, so memory holds only compressed data. */
import { strToU8, Zip, ZipDeflate } from "fflate";

export class ZipWriter {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  readonly #open = new Map<string, ZipDeflate>();
  readonly #zip = new Zip((error, piece) => {
    if (error) throw error;
    this.#pieces.push(new Uint8Array(piece));
  });

  write(name: string, piece: string | Uint8Array): void {
    this.#file(name).push(typeof piece === "string" ? strToU8(piece) : piece);
  }

  end(): Blob {
    for (const file of this.#open.values()) file.push(new Uint8Array(), true);
    this.#zip.end();
    return new Blob(this.#pieces, { type: "application/zip" });
  }

  #file(name: string): ZipDeflate {
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    const file = new ZipDeflate(name, { level: 6 });
    this.#open.set(name, file);
    this.#zip.add(file);
    return file;
  }
}
