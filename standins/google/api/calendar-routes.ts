/** Events of the primary calendar, and its busy times: https://developers.google.com/workspace/calendar/api/v3/reference */
import { json } from "../../http/answers.ts";
import { jsonObject } from "../../http/json-body.ts";
import type { Answer, Incoming, Route } from "../../http/route.ts";
import { own } from "../../state/own.ts";
import type { Store } from "../../state/store.ts";
import {
  calendarOf,
  type Block,
  type Calendar,
  type CalendarEvent,
} from "../google-state.ts";
import { withAccess } from "./access.ts";
import { apiError } from "./google-error.ts";
import { readEvent } from "./read-event.ts";

const EVENTS = "/calendar/v3/calendars/primary/events";
const SCOPE = /auth\/calendar$/;

type Handle = (calendar: Calendar, request: Incoming, id: string) => Answer;

export function calendarRoutes(store: Store): Route[] {
  const route = (
    method: Route["method"],
    path: string,
    handle: Handle,
  ): Route => ({
    method,
    path,
    audience: "anyone",
    handle: (request, id) => answer(store, request, id, handle),
  });
  return [
    route("POST", EVENTS, insert),
    route("PUT", `${EVENTS}/:id`, update),
    route("DELETE", `${EVENTS}/:id`, remove),
    route("POST", "/calendar/v3/freeBusy", freeBusy),
  ];
}

/** Answers as the switches say. */
async function answer(
  store: Store,
  request: Incoming,
  id: string,
  handle: Handle,
): Promise<Answer> {
  const { delayMs, failWith, loseAnswers, spend } =
    store.look().state.google.switches;
  if (delayMs > 0) await new Promise((done) => setTimeout(done, delayMs));
  const failed = (status: number) =>
    apiError(status, "backendError", "Backend Error");
  if (failWith !== null) return failed(failWith);
  if (spend && request.method === "PUT")
    return apiError(403, "forbidden", "Forbidden");
  const done = withAccess(store, request, SCOPE, ({ email }) =>
    store.change(({ state: { google } }) =>
      handle(calendarOf(google, email), request, id),
    ),
  );
  return loseAnswers ? failed(503) : done;
}

/** An id that has existed stays taken for ever. */
function insert({ events }: Calendar, request: Incoming): Answer {
  const given = readEvent(jsonObject(request) ?? {});
  if ("problem" in given) return invalid(given.problem);
  if (own(events, given.id) !== undefined)
    return apiError(
      409,
      "duplicate",
      "The requested identifier already exists.",
    );
  return json(200, wire(keep(events, given, 0)));
}

function update({ events }: Calendar, request: Incoming, id: string): Answer {
  const known = own(events, id);
  if (known === undefined) return apiError(404, "notFound", "Not Found");
  const given = readEvent({ ...jsonObject(request), id });
  if ("problem" in given) return invalid(given.problem);
  return json(200, wire(keep(events, given, known.sequence + 1)));
}

function remove({ events }: Calendar, _: Incoming, id: string): Answer {
  const known = own(events, id);
  if (known === undefined) return apiError(404, "notFound", "Not Found");
  if (known.status === "cancelled")
    return apiError(410, "deleted", "Resource has been deleted");
  events[id] = { ...known, status: "cancelled" };
  return { status: 204, headers: {}, body: "" };
}

function freeBusy(calendar: Calendar, request: Incoming): Answer {
  const { timeMin, timeMax } = jsonObject(request) ?? {};
  const [from, to] = [timeMin, timeMax].map((one) => Date.parse(String(one)));
  if (!(Number(from) < Number(to))) return invalid("timeMin before timeMax");
  const busy = busyIn(calendar, Number(from), Number(to));
  return json(200, {
    kind: "calendar#freeBusy",
    timeMin,
    timeMax,
    calendars: { primary: { busy } },
  });
}

/** Merged, as Google does. */
function busyIn(calendar: Calendar, from: number, to: number): Block[] {
  const events = Object.values(calendar.events).filter(
    ({ status, transparency }) =>
      status === "confirmed" && transparency === "opaque",
  );
  const spans = [...calendar.busy, ...events]
    .map(({ start, end }) => [Date.parse(start), Date.parse(end)] as const)
    .filter(([start, end]) => start < to && end > from)
    .sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [start, end] of spans) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1])
      last[1] = Math.max(last[1], end);
    else merged.push([Math.max(start, from), Math.min(end, to)]);
  }
  return merged.map(([start, end]) => ({ start: iso(start), end: iso(end) }));
}

function keep(
  events: Calendar["events"],
  given: Omit<CalendarEvent, "sequence">,
  sequence: number,
): CalendarEvent {
  const event = { ...given, sequence };
  events[event.id] = event;
  return event;
}

function wire({ start, end, ...event }: CalendarEvent) {
  return { ...event, start: { dateTime: start }, end: { dateTime: end } };
}

function invalid(problem: string): Answer {
  return apiError(400, "invalid", problem);
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
