/** Stand-ins for one test: on any free port, with nothing stored and no receivers. A test sets what should differ. */
import type { StandinsOptions } from "../../standins/open-standins.ts";
import { twilioAt } from "./twilio-account.ts";

export const STANDINS: StandinsOptions = {
  ...{ host: "127.0.0.1", port: 0, origin: null, data: null },
  stripeKey: "sk_test_standin",
  webhook: { url: "http://127.0.0.1:1/", secrets: ["whsec_standin"] },
  ...{ mailKey: "re_test", smtpPort: null, twilio: twilioAt() },
  google: { id: "standin", secret: "GOCSPX" },
  ...{ prices: [], trustNetwork: false },
  logError: (what, error) => {
    throw new Error(what, { cause: error });
  },
};
