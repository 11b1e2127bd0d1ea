/** Puts a mail into the outbox, for every way of sending. */
import { nextUuid } from "../state/ids.ts";
import type { Change } from "../state/state.ts";
import type { Mail } from "./read-mail.ts";

const KEPT = 500;

export function keep({ state, nowMs }: Change, mail: Mail): string {
  const id = nextUuid(state);
  const { messages } = state.mail;
  messages.push({ id, ...mail, at: new Date(nowMs).toISOString() });
  if (messages.length > KEPT) messages.shift();
  return id;
}
