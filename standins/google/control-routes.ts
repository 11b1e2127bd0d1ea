/** Controls and views for tests: `/_standin/google/*`. */
import { json } from "../http/answers.ts";
import { jsonObject } from "../http/json-body.ts";
import type { Answer, Incoming, Route } from "../http/route.ts";
import type { Store } from "../state/store.ts";
import {
  calendarOf,
  endGrant,
  ordinaryGoogle,
  type Block,
  type GoogleSwitches,
} from "./google-state.ts";

const audience = "machine" as const;

export function googleControlRoutes(store: Store): Route[] {
  const post = (
    path: string,
    handle: (given: Record<string, unknown>) => Answer | null,
  ): Route => ({
    method: "POST",
    path: `/_standin/google/${path}`,
    audience,
    handle: (request: Incoming) =>
      handle(jsonObject(request) ?? {}) ?? json(400, { message: "Wrong." }),
  });
  return [
    {
      method: "GET",
      path: "/_standin/google/calendars",
      audience,
      handle: () => json(200, store.look().state.google.calendars),
    },
    {
      method: "GET",
      path: "/_standin/google/grants",
      audience,
      handle: () => {
        const { refreshTokens } = store.look().state.google;
        return json(200, { grants: Object.keys(refreshTokens).length });
      },
    },
    post("settings", (given) => setSwitches(store, given)),
    post("busy", (given) => setBusy(store, given)),
    post("revoke", ({ email }) => {
      store.change(({ state }) => endGrant(state.google, String(email)));
      return json(200, {});
    }),
  ];
}

/** Sets the named switches. The others return to their default. */
function setSwitches(
  store: Store,
  given: Record<string, unknown>,
): Answer | null {
  const switches: GoogleSwitches = { ...ordinaryGoogle, ...given };
  const { delayMs, failWith, loseAnswers, spend, ...rest } = switches;
  const isRead =
    typeof delayMs === "number" &&
    (failWith === null || typeof failWith === "number") &&
    typeof loseAnswers === "boolean" &&
    typeof spend === "boolean" &&
    Object.keys(rest).length === 0;
  if (!isRead) return null;
  store.change(({ state }) => {
    state.google.switches = switches;
  });
  return json(200, switches);
}

function setBusy(store: Store, given: Record<string, unknown>): Answer | null {
  const { email, blocks } = given;
  const isRead =
    typeof email === "string" && Array.isArray(blocks) && blocks.every(isBlock);
  if (!isRead) return null;
  store.change(({ state }) => {
    calendarOf(state.google, email).busy = blocks;
  });
  return json(200, { blocks: blocks.length });
}

function isBlock(value: unknown): value is Block {
  const { start, end } = (value ?? {}) as Partial<Record<string, unknown>>;
  return Date.parse(String(start)) < Date.parse(String(end));
}
