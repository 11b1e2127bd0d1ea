/** Rows of businesses. */
import { pick } from "convex-helpers";
import type { PaginationOptions } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { countryOfTimezone } from "../../base/rules/country";
import { must, refuse } from "../../base/rules/errors";
import { DEFAULT_SLOT_MINUTES, defaultHours } from "../rules/hours";
import { DEFAULT_NO_SHOW_MINUTES } from "../rules/unmarked";
import { readShopPhone } from "../../base/rules/phone";
import { firstPlan } from "../../base/rules/plans";
import { newVisitRules, overlappingDate } from "../rules/visitRules";
import { checkSettings, type Settings } from "../rules/settings";
import { settingsValidator } from "../rules/validators";
import { threeWay } from "../../base/rules/threeWay";
import { dayKey } from "../../base/rules/timezones";
import { listInDirectory } from "./directory";
import { rowBy, type Reader } from "../../base/data/rowBy";

/** The business with this id; null for an invalid id or a deleted account. */
export async function findBusiness(ctx: Reader, businessId: string) {
  const id = ctx.db.normalizeId("businesses", businessId);
  const business = id === null ? null : await ctx.db.get("businesses", id);
  return business?.erasedAt === undefined ? business : null;
}

/** A page of businesses, in order of creation. */
export async function businessesPage(ctx: QueryCtx, page: PaginationOptions) {
  return await ctx.db.query("businesses").paginate(page);
}

/** The business that a row refers to. */
export async function businessOf(
  ctx: Reader,
  row: { businessId: Id<"businesses"> },
): Promise<Doc<"businesses">> {
  return must(await ctx.db.get("businesses", row.businessId), "business");
}

/** The business of this user, or null. */
export const businessOfOwner = rowBy("businesses", "ownerId");

/** Creates a business with the defaults (product.md B1, B5), on the first plan and unpaid. */
export async function insertBusiness(
  ctx: MutationCtx,
  given: Pick<Doc<"businesses">, "ownerId" | "name" | "email" | "timezone">,
): Promise<Id<"businesses">> {
  const businessId = await ctx.db.insert("businesses", {
    ...given,
    country: countryOfTimezone(given.timezone),
    phone: null,
    description: null,
    logoUrl: null,
    plan: firstPlan,
    operatingHours: defaultHours,
    slotMinutes: DEFAULT_SLOT_MINUTES,
    ...newVisitRules,
    whenUnmarked: "ask",
    graceMinutes: DEFAULT_NO_SHOW_MINUTES,
    isDemo: false,
  });
  await listInDirectory(ctx, businessId);
  return businessId;
}

type Option = Pick<
  Doc<"businesses">,
  "chairWord" | "coversPhones" | "withoutPins"
>;

/** Sets options that take effect at once. Undefined ends one. */
export async function setOption(
  ctx: MutationCtx & { business: Doc<"businesses"> },
  option: Partial<Option>,
): Promise<void> {
  await ctx.db.patch("businesses", ctx.business._id, option);
}

/**
 * Saves the owner's settings, or returns what is wrong. @throws phoneInvalid, invalidInput
 * @param base the form as opened: fields it did not change keep what was saved since (product.md F1)
 */
export async function saveSettings(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  given: Settings,
  now: number,
  base?: Settings,
) {
  const phone = phoneOf(business, given.phone, given.country);
  const checked = checkSettings({ ...given, phone });
  if (!checked.ok) return checked;
  const stored = settingsOf(business);
  const { merged, conflicts: fields } = threeWay(
    base ?? stored,
    checked.settings,
    stored,
  );
  if (fields.length > 0) return refuse("changedElsewhere", { fields });
  const overlap = overlappingDate(merged, dayKey(now, merged.timezone));
  if (overlap !== null) return refuse("specialHoursOverlap", { day: overlap });
  await ctx.db.patch("businesses", business._id, merged);
  await listInDirectory(ctx, business._id);
  return { ok: true as const };
}

/** An unchanged number stays as it is, because earlier versions stored numbers that are refused now. @throws phoneInvalid */
export function phoneOf(
  { phone: stored }: Pick<Doc<"businesses">, "phone">,
  given: string | null,
  country: string | null,
): string | null {
  return given === stored ? stored : readShopPhone(given ?? undefined, country);
}

/** The stored settings. */
export function settingsOf(business: Doc<"businesses">): Settings {
  const names = Object.keys(settingsValidator.fields) as (keyof Settings)[];
  return {
    ...pick(business, names),
    clock: business.clock ?? "byCountry",
    boardNames: business.boardNames ?? "number",
  };
}
