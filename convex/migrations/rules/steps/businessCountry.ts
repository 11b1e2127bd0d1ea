/** Adds the country to a business, for phone numbers without a prefix. */
import { v } from "convex/values";
import { countryOfTimezone } from "../../../base/rules/country";
import { define } from "../define";

export const businessCountry = define({
  name: "businessCountry",
  table: "businesses",
  older: { country: v.optional(v.nullable(v.string())) },
  migrateOne: ({ country, timezone }) =>
    country === undefined
      ? { country: countryOfTimezone(String(timezone)) }
      : undefined,
});
