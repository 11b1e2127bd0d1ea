/** A ticket's customer, as calls give it, tickets store it, and the desk sees and changes it. */
import { v, type ObjectType } from "convex/values";
import { cleanText, MAX_NOTE } from "../../base/rules/names";

/** What customers say about themselves. */
export const personArgs = {
  name: v.optional(v.string()),
  phone: v.optional(v.string()),
};
export type Person = ObjectType<typeof personArgs>;

const text = v.nullable(v.string());
export const storedPerson = {
  name: text,
  phone: text,
  note: v.optional(v.string()),
};
type Stored = ObjectType<typeof storedPerson>;

/** Customers never see the note. */
export const shownPerson = { name: text, phone: text, note: text };

/** Null or blank removes a value; omitted ones stay. */
export const personEdit = v.object(shownPerson).partial().fields;
export type PersonEdit = ObjectType<typeof personEdit>;

export function shownPersonOf({ name, phone, note }: Stored) {
  return { name, phone, note: note ?? null };
}

/** What a ticket stores after an edit, whose phone number has been read. A new ticket had nothing before. */
export function toStore(
  edit: PersonEdit,
  before: Stored = { name: null, phone: null },
) {
  const { name, phone, note } = { ...shownPersonOf(before), ...edit };
  const kept = { name: cleanText(name), phone };
  return { ...kept, note: cleanText(note, MAX_NOTE) ?? undefined };
}
