/**
 * `FormData` of a realm, and its conversion to and from bytes. The host parses multipart bodies. Evaluated inside the
 * realm, see host.ts.
 */
import type { RealmBlob, RealmBlobs, RealmFile } from "./blob.ts";
import type { RealmHost } from "./host.ts";
import type { RealmTools } from "./tools.ts";
import type { Wait } from "./wait.ts";

export interface RealmForm {
  append(name: string, value: unknown, fileName?: string): void;
}
export type RealmForms = {
  readonly FormData: new () => RealmForm;
  /** A multipart body; its type names the boundary. */
  toBlob(form: RealmForm): RealmBlob;
  /** @throws TypeError when the bytes are not a form of this type. */
  parse(bytes: Uint8Array, type: string | null): Promise<RealmForm>;
};

export function setUpFormData(
  host: Pick<RealmHost, "parseForm" | "random">,
  { define }: RealmTools,
  { Blob, File }: RealmBlobs,
  wait: Wait,
): RealmForms {
  type Value = string | RealmFile;

  const valueOf = (value: unknown, fileName: string | undefined): Value => {
    if (!(value instanceof Blob)) return String(value);
    if (value instanceof File && fileName === undefined) return value;
    const name = fileName ?? (value instanceof File ? value.name : "blob");
    return new File([value], String(name), { type: value.type });
  };

  class FormData {
    #entries: (readonly [string, Value])[] = [];
    append(name: string, value: unknown, fileName?: string) {
      this.#entries.push([String(name), valueOf(value, fileName)]);
    }
    set(name: string, value: unknown, fileName?: string) {
      const key = String(name);
      const entry = [key, valueOf(value, fileName)] as const;
      const at = this.#entries.findIndex(([other]) => other === key);
      if (at === -1) this.#entries.push(entry);
      else
        this.#entries = this.#entries
          .with(at, entry)
          .filter(([other], index) => index <= at || other !== key);
    }
    delete(name: string) {
      this.#entries = this.#entries.filter(([key]) => key !== String(name));
    }
    get(name: string) {
      return this.getAll(name)[0] ?? null;
    }
    getAll(name: string) {
      return this.#entries
        .filter(([key]) => key === String(name))
        .map(([, value]) => value);
    }
    has(name: string) {
      return this.#entries.some(([key]) => key === String(name));
    }
    *entries(): Generator<[string, Value]> {
      for (const [key, value] of this.#entries) yield [key, value];
    }
    *keys() {
      for (const [key] of this.#entries) yield key;
    }
    *values() {
      for (const [, value] of this.#entries) yield value;
    }
    forEach(
      callback: (value: Value, key: string, parent: this) => void,
      thisArg?: unknown,
    ) {
      for (const [key, value] of this.#entries)
        callback.call(thisArg, value, key, this);
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    get [Symbol.toStringTag]() {
      return "FormData";
    }
  }
  define("FormData", FormData);

  const lines = (text: string) => text.replace(/\r(?!\n)|(?<!\r)\n/g, "\r\n");
  const quoted = (text: string) =>
    text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");

  return {
    FormData,
    toBlob(form) {
      const digits = () => String(host.random()).slice(2);
      const boundary = `----form-${digits()}${digits()}`;
      const parts: (string | RealmBlob)[] = [];
      for (const [name, value] of form as FormData) {
        const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(lines(name))}"`;
        if (typeof value === "string")
          parts.push(`${head}\r\n\r\n${lines(value)}\r\n`);
        else
          parts.push(
            `${head}; filename="${quoted(value.name)}"\r\nContent-Type: ${value.type || "application/octet-stream"}\r\n\r\n`,
            value,
            "\r\n",
          );
      }
      parts.push(`--${boundary}--\r\n`);
      const type = `multipart/form-data; boundary=${boundary}`;
      return new Blob(parts, { type });
    },
    async parse(bytes, type) {
      const form = new FormData();
      if (type === null) throw new TypeError("Missing content type");
      const entries = await wait(() => host.parseForm(bytes, type));
      for (const entry of entries) {
        if (typeof entry.value === "string") {
          form.append(entry.name, entry.value);
          continue;
        }
        const { content, fileName, contentType } = entry.value;
        const file = new File([content], fileName, { type: contentType });
        form.append(entry.name, file);
      }
      return form;
    },
  };
}
