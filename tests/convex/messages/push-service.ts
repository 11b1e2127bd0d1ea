/** The stand-in for a push service, its keys, and simulated phones. Holds no assertions. */
import webPush from "web-push";
import { vi } from "vitest";
import {
  openStandins,
  type Standins,
} from "../../../standins/open-standins.ts";
import { STANDINS } from "../../standins/options.ts";
import type { PushMessage } from "../../../convex/messages/rules/pushMessages.ts";

export type Phone = {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
};
export type Got = PushMessage & { phone: string; urgency: string; ttl: number };

/** Opens the stand-in. `set` makes its address and keys known until `vi.unstubAllEnvs`. */
export async function openPushService() {
  const standins: Standins = await openStandins({
    ...STANDINS,
    // Reads the test's own time at each request.
    clock: () => Date.now(),
    logError: (what, error) => {
      throw new Error(what, { cause: error });
    },
  });
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const control = async <T>(method: string, path: string, body?: object) => {
    const response = await fetch(`${standins.origin}/_standin/push/${path}`, {
      method,
      ...(method !== "GET" && {
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body ?? {}),
      }),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as T;
  };
  return {
    /** Sets the environment of a deployment with keys for this service. */
    set(): void {
      vi.stubEnv("DEPLOYMENT_KIND", "test");
      vi.stubEnv("VAPID_PUBLIC_KEY", publicKey);
      vi.stubEnv("VAPID_PRIVATE_KEY", privateKey);
      vi.stubEnv("VAPID_SUBJECT", "mailto:ops@shop.test");
      vi.stubEnv("PUSH_API_URL", standins.origin);
    },
    /** Sets e-mail to use the same stand-ins. */
    setMail(): void {
      vi.stubEnv("MAIL_API_KEY", "re_test");
      vi.stubEnv("MAIL_FROM", "Yourturn <hello@shop.test>");
      vi.stubEnv("MAIL_API_URL", standins.origin);
      vi.stubEnv("SITE_URL", "http://shop.test");
    },
    async phone(): Promise<Phone> {
      const made = await control<
        Phone & { keys: { p256dh: string; auth: string } }
      >("POST", "phones");
      return { id: made.id, endpoint: made.endpoint, ...made.keys };
    },
    async end({ id }: Phone): Promise<void> {
      await control("DELETE", `phones/${id}`);
    },
    async switch(settings: object): Promise<void> {
      await control("POST", "settings", settings);
    },
    async got(): Promise<Got[]> {
      const { messages } = await control<{
        messages: (Got & { payload: string })[];
      }>("GET", "messages");
      return messages.toReversed().map((one) => ({
        ...one,
        ...(JSON.parse(one.payload) as PushMessage),
      }));
    },
    close: () => standins.close(),
  };
}
