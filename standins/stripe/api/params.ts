/** Parameters, read one by one with Stripe's errors. Unread ones are refused: the real service would act on them. */
import type { FormGroup, FormValue } from "../../http/form.ts";
import { invalid } from "../stripe-error.ts";

export class Params {
  readonly #values: FormGroup;
  readonly #path: string;
  readonly #read = new Set<string>();
  readonly #groups: Params[] = [];

  /** @param path this group's name in messages: `items[0]`. */
  constructor(values: FormGroup, path = "") {
    this.#values = values;
    this.#path = path;
  }

  /** Null when it is missing or empty. Stripe's clients unset with an empty value. */
  text(name: string): string | null {
    const value = this.#take(name);
    if (value === undefined || value === "") return null;
    if (typeof value === "string") return value;
    throw invalid(`Invalid string: ${this.#name(name)}`, {
      param: this.#name(name),
    });
  }

  /** @throws StripeError when it is missing or empty */
  requiredText(name: string): string {
    const value = this.text(name);
    if (value !== null) return value;
    throw invalid(`Missing required param: ${this.#name(name)}.`, {
      code: "parameter_missing",
      param: this.#name(name),
    });
  }

  integer(name: string): number | null {
    const value = this.text(name);
    if (value === null) return null;
    if (/^-?\d{1,15}$/.test(value)) return Number(value);
    throw invalid(`Invalid integer: ${value}`, {
      code: "parameter_invalid_integer",
      param: this.#name(name),
    });
  }

  boolean(name: string): boolean | null {
    const value = this.text(name);
    if (value === null) return null;
    if (value === "true" || value === "false") return value === "true";
    throw invalid(`Invalid boolean: ${value}`, { param: this.#name(name) });
  }

  choice<T extends string>(name: string, values: readonly T[]): T | null {
    const value = this.text(name);
    if (value === null) return null;
    const known = values.find((one) => one === value);
    if (known !== undefined) return known;
    throw invalid(
      `Invalid ${this.#name(name)}: must be one of ${values.join(", ")}`,
      { param: this.#name(name) },
    );
  }

  texts(name: string): string[] {
    const value = this.#take(name);
    if (!(value instanceof Map)) return value ? [value] : [];
    return [...value.values()].filter((one) => typeof one === "string");
  }

  group(name: string): Params | null {
    const value = this.#take(name);
    return value instanceof Map ? this.#inner(value, this.#name(name)) : null;
  }

  groups(name: string): Params[] {
    const value = this.#take(name);
    if (!(value instanceof Map)) return [];
    return [...value].flatMap(([index, one]) =>
      one instanceof Map
        ? [this.#inner(one, `${this.#name(name)}[${index}]`)]
        : [],
    );
  }

  metadata(name = "metadata"): Record<string, string> | null {
    const value = this.#take(name);
    if (value === undefined) return null;
    const entries = value instanceof Map ? [...value] : [];
    return Object.fromEntries(
      entries.filter(
        (one): one is [string, string] => typeof one[1] === "string",
      ),
    );
  }

  /** True when it was sent, empty or not. */
  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** @throws StripeError naming the first parameter that was not read */
  refuseRest(): void {
    for (const name of this.#values.keys())
      if (!this.#read.has(name))
        throw invalid(
          `Received unknown parameter: ${this.#name(name)} (unknown to the stand-in).`,
          { code: "parameter_unknown", param: this.#name(name) },
        );
    for (const group of this.#groups) group.refuseRest();
  }

  #take(name: string): FormValue | undefined {
    this.#read.add(name);
    return this.#values.get(name);
  }

  #inner(values: FormGroup, path: string): Params {
    const group = new Params(values, path);
    this.#groups.push(group);
    return group;
  }

  #name(name: string): string {
    return this.#path === "" ? name : `${this.#path}[${name}]`;
  }
}
