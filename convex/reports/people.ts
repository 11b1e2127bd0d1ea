/** What the people of a team did: calls, visits and service time. product.md W14 */
import { v } from "convex/values";
import { counterQuery, managerQuery } from "../functions";
import { doneWith } from "../base/rules/refusals";
import { peopleIn } from "./data/people";
import { personSumsValidator } from "./rules/people";

const range = { from: v.string(), to: v.string() };
const returns = doneWith({ people: v.array(personSumsValidator) }, "notInPlan");

/** Of everybody. @throws invalidInput for an invalid range or one of more than 31 days */
export const sums = managerQuery({
  args: range,
  returns,
  handler: async (ctx, asked) => await peopleIn(ctx, asked, null),
});

/** Of the caller alone. @throws invalidInput as `sums` */
export const mine = counterQuery({
  args: range,
  returns,
  handler: async (ctx, asked) => await peopleIn(ctx, asked, ctx.userId),
});
