/** The demo shop's texts of this month. None was sent: Ofcom's numbers for drama are never assigned. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { segmentsOf } from "../../messages/rules/smsSegments";
import {
  COUNTER,
  defaultTemplates,
  fillTemplate,
  type TemplateName,
} from "../../messages/rules/smsTemplates";
import type { TextReason, TextState } from "../../messages/rules/sms";
import { bareName } from "../../queue/rules/ticketName";
import { monthKey } from "../../base/rules/timezones";
import { setUsed } from "../../messages/data/smsQuota";

const MINUTE = 60_000;
/** Texts used this month, before alerts add theirs. */
const USED = 37;

type Text = {
  readonly ago: number;
  readonly to: string;
  readonly template: TemplateName;
  readonly state: TextState;
  readonly reason?: TextReason;
};

/** Oldest first. `ago`: minutes. */
const TEXTS: readonly Text[] = [
  { ago: 131, to: "+447700900112", template: "readyNow", state: "delivered" },
  { ago: 96, to: "+447700900187", template: "almost", state: "delivered" },
  {
    ago: 58,
    to: "+442079460902",
    template: "readyNow",
    state: "failed",
    reason: "notMobile",
  },
  { ago: 41, to: "+447700900146", template: "readyNow", state: "delivered" },
  { ago: 19, to: "+447700900318", template: "readyNow", state: "delivered" },
];

/** @param tickets the tickets of the newest texts, newest last */
export async function plantTexts(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  queue: Doc<"queues">,
  tickets: readonly Doc<"tickets">[],
  now: number,
): Promise<void> {
  const { _id: businessId, timezone } = business;
  const month = monthKey(now, timezone);
  await setUsed(ctx, business, USED, now);
  for (const [index, text] of TEXTS.entries()) {
    const { ago, to, template, state, reason = null } = text;
    const ticket = tickets.at(index - TEXTS.length) ?? null;
    const body = fillTemplate(defaultTemplates[template], {
      business_name: business.name,
      queue_name: queue.name,
      place: COUNTER,
      ticket_number: bareName(queue.letter, ticket?.number ?? index + 1),
    });
    await ctx.db.insert("smsMessages", {
      ...{ businessId, ticketId: ticket?._id ?? null, to, body, template },
      ...{ purpose: "alert", state, reason, via: "platform", from: null },
      ...{ sid: null, segments: segmentsOf(body).segments, month },
      at: now - ago * MINUTE,
    });
  }
}
