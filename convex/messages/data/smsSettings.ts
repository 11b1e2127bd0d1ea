/** Text settings of businesses: their templates and their own Twilio accounts. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { refuse } from "../../base/rules/errors";
import type { Refused } from "../../base/rules/refusals";
import { segmentsOf } from "../rules/smsSegments";
import {
  cleanMessage,
  MAX_TEMPLATE,
  type TemplateName,
} from "../rules/smsTemplates";
import { MAX_SEGMENTS } from "../rules/sms";
import type { Proven } from "../../account/data/access";
import { rowBy, type Reader } from "../../base/data/rowBy";

export type OwnTwilio = NonNullable<Doc<"smsSettings">["twilio"]>;

/** The business's row, or null before its owner has set anything. */
export const textSettingsOf = rowBy("smsSettings", "businessId");

/** Whether there is an account to text from: the shop's own, or the platform's. */
export async function hasSender(
  ctx: Reader,
  businessId: Id<"businesses">,
  { texts }: { readonly texts: { readonly platform: object | null } | null },
): Promise<boolean> {
  const settings = await textSettingsOf(ctx, businessId);
  return (settings?.twilio ?? texts?.platform ?? null) !== null;
}

/** Stores the business's own account. */
export async function keepOwnTwilio(
  ctx: MutationCtx,
  _by: Proven,
  businessId: Id<"businesses">,
  twilio: OwnTwilio,
): Promise<void> {
  await save(ctx, businessId, { twilio });
}

/** Returns to the platform's account. */
export async function dropOwnTwilio(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
): Promise<void> {
  await save(ctx, businessId, { twilio: null });
}

/** Sets the owner's words for a template; null or blank restores the default. */
export async function setTemplate(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  name: TemplateName,
  text: string | null,
): Promise<{ ok: true } | Refused<"smsTooLong">> {
  const clean = text === null ? null : cleanMessage(text, MAX_TEMPLATE);
  if (clean !== null && segmentsOf(clean).segments > MAX_SEGMENTS)
    return refuse("smsTooLong", { max: MAX_SEGMENTS });
  const row = await textSettingsOf(ctx, businessId);
  const { [name]: _before, ...others } = row?.templates ?? {};
  const templates = clean === null ? others : { ...others, [name]: clean };
  await save(ctx, businessId, { templates });
  return { ok: true };
}

async function save(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  changed: Partial<Pick<Doc<"smsSettings">, "templates" | "twilio">>,
): Promise<void> {
  const row = await textSettingsOf(ctx, businessId);
  const first = { businessId, templates: {}, twilio: null };
  if (row !== null) await ctx.db.patch("smsSettings", row._id, changed);
  else await ctx.db.insert("smsSettings", { ...first, ...changed });
}

/** Shops with this Twilio account; several may share one. Limited, because honest accounts have few. */
export async function settingsOfAccount(
  ctx: Reader,
  accountHash: string,
): Promise<Doc<"smsSettings">[]> {
  return await ctx.db
    .query("smsSettings")
    .withIndex("by_account", (q) => q.eq("twilio.accountHash", accountHash))
    .take(10);
}
