/** Named states of the texts panel, for its tests. */
import { api } from "../../../../convex/_generated/api";
import type {
  Panel,
  SentText,
} from "../../../../src/features/messages/types.ts";
import { FakeBackend } from "../../fake-backend.tsx";
import { id } from "../../samples.ts";

/** 37 of 50 texts used, over the platform's account. */
export const panel = (more: Partial<Panel> = {}): Panel => ({
  allowed: true,
  quota: 50,
  used: 37,
  own: null,
  isCounted: true,
  senderReady: true,
  canKeepOwn: true,
  templates: [
    {
      name: "readyNow",
      text: "{{business_name}}: your turn, #{{ticket_number}}.",
      isDefault: true,
    },
    { name: "late", text: "{{minutes}} min late.", isDefault: false },
  ],
  ...more,
});

/** A delivered text. */
export function sentText(name: string, more: Partial<SentText> = {}): SentText {
  return {
    smsId: id(name),
    toMasked: "•••• 0318",
    body: `Text ${name}`,
    state: "delivered",
    reason: null,
    at: Date.parse("2026-11-23T11:31:00Z"),
    ticket: null,
    segments: 1,
    ...more,
  };
}

/** A backend whose shop has this panel and these texts. */
export function textsBackend(shown: Panel, recent: readonly SentText[] = []) {
  const backend = new FakeBackend();
  backend.set(api.messages.sms.panel, {}, shown);
  backend.set(api.messages.sms.recent, {}, recent);
  return backend;
}
