/**
 * Who may open a shop on this server, and whether it pays. Updates the deployment's shops after a change, and tells the
 * operator what is missing. The rules are in convex/base/rules/signUp.ts.
 */

const CLOSED = [
  "",
  "Nobody can sign up yet: no payments are set up, and no plan comes without payment.",
  "  for your own shop:  PLAN_WITHOUT_PAYMENT=enterprise SIGN_UP_EMAILS=you@shop.example",
  "  to sell plans:      STRIPE_SECRET_KEY=… and the rest in docs/deploy.md",
];

/**
 * @param {import("./admin-api.mjs").AdminApi} api
 * @param {{signUp: Record<string, string | null>}} settings
 * @param {Record<string, string>} before the deployment's variables until now
 * @returns {Promise<string[]>} lines for the operator
 * @throws Error in one line for an invalid setting
 */
export async function openSignUp(api, { signUp }, before) {
  const { PLAN_WITHOUT_PAYMENT: plan, SIGN_UP_EMAILS: emails } = signUp;
  const rule = await api.call("account/deployment:signUpRule");
  if (plan !== null && rule.planWithoutPayment === null)
    throw new Error(
      `PLAN_WITHOUT_PAYMENT must be one of ${rule.plans.join(", ")}, not "${plan}".`,
    );
  if (rule.notEmails.length > 0)
    throw new Error(
      `SIGN_UP_EMAILS must be e-mail addresses separated by commas; "${rule.notEmails[0]}" is not one.`,
    );
  // Also when the plan was set before and no longer is, so that the shops follow.
  if (plan !== null || before.PLAN_WITHOUT_PAYMENT !== undefined)
    await api.call("billing/subscriptions:applyServerPlan");
  if (rule.signUp === "closed") return CLOSED;
  if (plan === null) return [];
  const who = emails === null ? "Anyone" : "Anyone listed in SIGN_UP_EMAILS";
  return [
    `${who} can sign up without payment (plan: ${rule.planWithoutPayment}).`,
  ];
}
