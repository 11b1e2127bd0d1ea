/** What /privacy and /terms ask of the server (product.md U10). No keys, no addresses of services. */
import { v, type Infer } from "convex/values";
import { oneOf } from "../base/rules/oneOf";
import { publicQuery } from "../functions";
import { environment, type Environment } from "../base/services/env";

const processor = oneOf(
  "stripe",
  "twilio",
  "google",
  "resend",
  "mailServer",
  "push",
);

/** The operator is null until name and address are set. `standIns`: local programs play services. */
export const current = publicQuery({
  args: {},
  returns: v.object({
    operator: v.nullable(
      v.object({
        name: v.string(),
        address: v.string(),
        email: v.nullable(v.string()),
      }),
    ),
    /** The operator's additions to the two pages. */
    privacy: v.nullable(v.string()),
    terms: v.nullable(v.string()),
    processors: v.array(processor),
    standIns: v.boolean(),
  }),
  handler: async () => {
    const settings = environment();
    const { name, address, email, privacy, terms } = settings.operator;
    const isSet = name !== null && address !== null;
    return {
      operator: isSet ? { name, address, email } : null,
      ...{ privacy, terms },
      ...servicesOf(settings),
    };
  },
});

/** The real ones. Push services are those of the browsers' makers, also beside a stand-in. */
function servicesOf(settings: Environment) {
  const { payments, mail, google, push, texts, sealingKeys } = settings;
  // Shops may text with their own accounts where those can be sealed.
  const mayText =
    texts !== null && (texts.platform !== null || sealingKeys.length > 0);
  // Only stand-ins are called without encryption.
  const isNear = (url: URL | null) => url?.protocol === "http:";
  const used: readonly [Infer<typeof processor>, boolean, boolean][] = [
    ["stripe", payments !== null, isNear(payments?.apiUrl ?? null)],
    ["twilio", mayText, isNear(texts?.apiUrl ?? null)],
    ["google", google !== null, isNear(google?.apiUrl ?? null)],
    ["resend", mail?.via === "resend", mail?.isStandIn === true],
    ["mailServer", mail?.via === "smtp", mail?.isStandIn === true],
    ["push", push !== null, false],
  ];
  const on = used.filter(([, isUsed]) => isUsed);
  return {
    processors: on.filter(([, , isNear]) => !isNear).map(([name]) => name),
    standIns: on.some(([, , isNear]) => isNear),
  };
}
