/** Which outside services this deployment uses. No keys, no addresses. */
import { v } from "convex/values";
import { oneOf } from "../base/rules/oneOf";
import { internalQuery, publicQuery } from "../functions";
import { environment } from "../base/services/env";
import { planNames } from "../base/rules/plans";
import { planValidator } from "../base/rules/planValidators";
import { signUpOf, signUpValidator } from "../base/rules/signUp";

/** `standIn`: a local program plays the service; no money moves, no e-mail leaves. */
const service = oneOf("off", "standIn", "real");

/** The services for payments and e-mail, and who may sign up. `notNeeded`: every business has its plan for free. */
export const current = publicQuery({
  args: {},
  returns: v.object({
    payments: v.union(service, v.literal("notNeeded")),
    mail: service,
    signUp: signUpValidator,
  }),
  handler: async () => {
    const settings = environment();
    const { payments, mail, planWithoutPayment } = settings;
    // Only stand-ins are called without encryption (base/services/env.ts).
    const isStandIn = payments?.apiUrl?.protocol === "http:";
    return {
      payments:
        planWithoutPayment === null
          ? kindOf(payments, isStandIn)
          : ("notNeeded" as const),
      mail: kindOf(mail, mail?.isStandIn),
      signUp: signUpOf(settings),
    };
  },
});

/** Who may sign up, for the operator: how the server reads its settings. */
export const signUpRule = internalQuery({
  args: {},
  returns: v.object({
    signUp: signUpValidator,
    planWithoutPayment: v.union(v.null(), planValidator),
    /** The allowed values of PLAN_WITHOUT_PAYMENT. */
    plans: v.array(planValidator),
    /** Parts of SIGN_UP_EMAILS that are not addresses. */
    notEmails: v.array(v.string()),
  }),
  handler: async () => {
    const settings = environment();
    const { planWithoutPayment, signUpEmails } = settings;
    return {
      signUp: signUpOf(settings),
      planWithoutPayment,
      plans: [...planNames],
      notEmails: [...(signUpEmails?.notEmails ?? [])],
    };
  },
});

function kindOf(settings: object | null, isStandIn: boolean | undefined) {
  if (settings === null) return "off" as const;
  return isStandIn === true ? ("standIn" as const) : ("real" as const);
}
