/** Which outside services this deployment talks to, as far as people have to know. No key and no address. */
import { v } from "convex/values";
import { publicQuery } from "./functions";
import { environment } from "./integrations/env";

/** `standIn`: a program on this machine plays the service; no money moves, no e-mail leaves. */
const service = v.union(
  v.literal("off"),
  v.literal("standIn"),
  v.literal("real"),
);

/** What is behind payments and e-mail. */
export const current = publicQuery({
  args: {},
  returns: v.object({ payments: service, mail: service }),
  handler: async () => {
    const { payments, mail } = environment();
    return {
      payments: kindOf(payments, payments?.apiUrl?.protocol),
      mail: kindOf(mail, mail?.apiUrl.protocol),
    };
  },
});

/** Only stand-ins are spoken to without encryption (integrations/env.ts). */
function kindOf(settings: object | null, protocol: string | undefined) {
  if (settings === null) return "off" as const;
  return protocol === "http:" ? ("standIn" as const) : ("real" as const);
}
