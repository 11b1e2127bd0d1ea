/**
 * What somebody has typed into the wizard and not sent yet, kept on this device
 * until it is finished or they log out. Not the reading of the form: read-profile.ts.
 */
import { DEFAULT_SLOT_MINUTES } from "../../../convex/model/hours";
import type { Profile } from "../../../convex/model/profile";
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { weekdays } from "./weekdays";

type Draft = {
  /** Whose it is: shops share browsers. Everybody has one business at most, and before it exists there is only its owner. */
  userId: string;
  /** What the form began with, to see what has changed on the server since. */
  base: Profile;
  typed: Profile;
  /** The name of the first queue; absent in drafts of earlier versions. */
  firstQueue?: string;
};

/** Remembers what the form holds now. @param base what the form began with, without any draft */
export function keepDraft(
  userId: string,
  base: Profile,
  typed: Profile,
  firstQueue: string,
): void {
  const draft: Draft = { userId, base, typed, firstQueue };
  writeStored(storageKeys.setupDraft, JSON.stringify(draft));
}

/** It is finished, or nobody wants it any more. */
export function dropDraft(): void {
  writeStored(storageKeys.setupDraft, null);
}

/**
 * What the form begins with: what was typed, except where the server has
 * something newer than the typing began with. A draft of somebody else, or one
 * that cannot be read, counts for nothing.
 */
export function withDraft(userId: string, known: Profile): Profile {
  const draft = storedDraft();
  if (draft === null || draft.userId !== userId) return known;
  const { base, typed } = draft;
  // Every business has a name: without one, nothing is known that could be newer.
  const mayBeNewer = known.name !== "";
  const pick = <Field extends keyof Profile>(field: Field): Profile[Field] =>
    mayBeNewer && known[field] !== base[field] ? known[field] : typed[field];
  const operatingHours = { ...typed.operatingHours };
  for (const { key } of weekdays) {
    const now = known.operatingHours[key];
    const then = base.operatingHours[key];
    const isNew = now?.start !== then?.start || now?.end !== then?.end;
    if (mayBeNewer && isNew) operatingHours[key] = now;
  }
  return {
    name: pick("name"),
    phone: pick("phone"),
    description: pick("description"),
    slotMinutes: pick("slotMinutes"),
    operatingHours,
  };
}

/** The name that was typed for the first queue, or what is suggested. */
export function draftedQueue(userId: string, suggested: string): string {
  const draft = storedDraft();
  return (draft?.userId === userId ? draft.firstQueue : null) ?? suggested;
}

function storedDraft(): Draft | null {
  const text = readStored(storageKeys.setupDraft);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || !isOwned(value)) return null;
    const base = profileIn(value["base"]);
    const typed = profileIn(value["typed"]);
    if (base === null || typed === null) return null;
    const { userId, firstQueue } = value;
    return {
      userId,
      base,
      typed,
      ...(typeof firstQueue === "string" && { firstQueue }),
    };
  } catch {
    return null;
  }
}

/** A profile as the form can show it, right or wrong; null for anything else. */
function profileIn(value: unknown): Profile | null {
  if (!isRecord(value) || !isRecord(value["operatingHours"])) return null;
  const { name, phone, description, slotMinutes } = value;
  if (typeof name !== "string") return null;
  if (!isTextOrNull(phone) || !isTextOrNull(description)) return null;
  const hours = value["operatingHours"];
  const days = weekdays.map(({ key }) => [key, hours[key]] as const);
  if (!days.every(([, day]) => isDay(day))) return null;
  return {
    name,
    phone,
    description,
    slotMinutes:
      typeof slotMinutes === "number" && slotMinutes > 0
        ? slotMinutes
        : DEFAULT_SLOT_MINUTES,
    operatingHours: Object.fromEntries(days) as Profile["operatingHours"],
  };
}

function isDay(value: unknown): boolean {
  if (value === null) return true;
  return (
    isRecord(value) &&
    typeof value["start"] === "string" &&
    typeof value["end"] === "string"
  );
}

function isOwned(
  value: Record<string, unknown>,
): value is Record<string, unknown> & { userId: string } {
  return typeof value["userId"] === "string";
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
