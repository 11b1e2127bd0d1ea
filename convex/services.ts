/** Which outside services this deployment talks to, as far as people have to know. No key and no address. */
import { v } from "convex/values";
import { publicQuery } from "./functions";
import { environment } from "./integrations/env";
import { signUpOf, signUpValidator } from "./model/signUp";

/** `standIn`: a program on this machine plays the service; no money moves, no e-mail leaves. */
const service = v.union(
  v.literal("off"),
  v.literal("standIn"),
  v.literal("real"),
);

/** What is behind payments and e-mail, and who may sign up. `notNeeded`: every business has its plan without paying. */
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
    return {
      payments:
        planWithoutPayment === null
          ? kindOf(payments, payments?.apiUrl?.protocol)
          : ("notNeeded" as const),
      mail: kindOf(mail, mail?.apiUrl.protocol),
      signUp: signUpOf(settings),
    };
  },
});

/** Only stand-ins are spoken to without encryption (integrations/env.ts). */
function kindOf(settings: object | null, protocol: string | undefined) {
  if (settings === null) return "off" as const;
  return protocol === "http:" ? ("standIn" as const) : ("real" as const);
}
