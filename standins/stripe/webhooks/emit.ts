/** Raises events: records them for `/v1/events` and queues them as the switches say. Sending is in deliverer.ts. */
import { nextId } from "../../state/ids.ts";
import type { Change } from "../../state/state.ts";
import {
  API_VERSION,
  type EventType,
  type WireEvent,
} from "../objects/wire.ts";
import type { Outgoing } from "./outgoing.ts";

/** How many events can be retrieved. Stripe keeps them 30 days. */
const EVENTS_KEPT = 1000;

/** About `object` in its current form. @param before gives `previous_attributes`, which Stripe sends with updates */
export function emit(
  change: Change,
  type: EventType,
  object: object,
  before?: object,
): void {
  const { state, now, cause } = change;
  const id = nextId(state, "evt_");
  const data: WireEvent["data"] = { object: structuredClone(object) };
  if (before !== undefined) data.previous_attributes = changes(before, object);
  state.stripe.events[id] = {
    id,
    object: "event",
    api_version: API_VERSION,
    created: now,
    data,
    livemode: false,
    pending_webhooks: 1,
    request: cause ?? { id: null, idempotency_key: null },
    type,
  };
  forgetOldEvents(state.stripe.events);
  send(change, id, type);
}

function send(change: Change, event: string, type: EventType): void {
  const { state, nowMs } = change;
  const { switches, outgoing } = state.stripe;
  const { drop, duplicate, delayMs, reorder } = switches;
  if (drop.includes("*") || drop.includes(type)) return;
  const { number: batch } = change;
  const entry: Outgoing = {
    event,
    batch,
    attempts: 0,
    firstAt: nowMs,
    dueAt: nowMs + delayMs,
  };
  const first = outgoing.findIndex((other) => other.batch === batch);
  const place = reorder && first >= 0 ? first : outgoing.length;
  outgoing.splice(place, 0, entry, ...(duplicate ? [entry] : []));
}

/** The fields of `before` that have changed, with their old values. */
function changes(before: object, after: object): Record<string, unknown> {
  const now = new Map<string, unknown>(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(now.get(name)),
    ),
  );
}

function forgetOldEvents(events: Record<string, WireEvent>): void {
  const ids = Object.keys(events);
  for (const id of ids.slice(0, Math.max(0, ids.length - EVENTS_KEPT)))
    delete events[id];
}
