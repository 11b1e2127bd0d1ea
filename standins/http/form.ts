/** Form bodies and queries with Stripe's brackets: `items[0][price]=price_1&expand[]=customer`. */

export type FormValue = string | FormGroup;
export type FormGroup = Map<string, FormValue>;

/** Malformed text is read as far as possible. For a key that is both a value and a group, the last one counts. */
export function parseForm(text: string): FormGroup {
  const form: FormGroup = new Map();
  for (const [key, value] of new URLSearchParams(text)) put(form, key, value);
  return form;
}

function put(form: FormGroup, key: string, value: string): void {
  const [, first = key, rest = ""] =
    /^([^[]*)((?:\[[^[\]]*\])*)$/.exec(key) ?? [];
  const path = [
    first,
    ...Array.from(rest.matchAll(/\[([^[\]]*)\]/g), ([, part = ""]) => part),
  ];
  let group = form;
  for (const part of path.slice(0, -1)) {
    const inner = group.get(part);
    if (inner instanceof Map) {
      group = inner;
      continue;
    }
    const fresh: FormGroup = new Map();
    group.set(part, fresh);
    group = fresh;
  }
  const last = path.at(-1) ?? "";
  // `expand[]=a&expand[]=b` gets ascending numbers.
  group.set(last === "" ? String(group.size) : last, value);
}

/** The field's text. Empty when it is missing or not text. */
export function textOf(form: FormGroup, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
