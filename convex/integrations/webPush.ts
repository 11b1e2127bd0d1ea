"use node";
/** One push to one browser: encrypted for it and signed as ours by web-push, sent by ourselves. https://www.rfc-editor.org/rfc/rfc8030 */
import webPush from "web-push";
import type { PushOutcome } from "../model/ladder";
import { isPushEndpoint, type Subscription } from "../model/pushEndpoint";
import type { PushSettings } from "./env";

const TIMEOUT_MS = 8_000;

/**
 * Sends `payload`. Tried once: nobody is rung twice, and what has not arrived
 * in time is followed by the next way.
 * @param options `ttl`: seconds; `topic`: a newer one takes its place while the device is away
 */
export async function sendPush(
  settings: PushSettings,
  subscription: Subscription,
  payload: string,
  options: { ttl: number; topic: string; urgent: boolean },
): Promise<PushOutcome> {
  const { endpoint, p256dh, auth } = subscription;
  // Checked when it came in too: what may be fetched is decided where it is fetched.
  if (!isPushEndpoint(endpoint, settings.standIn)) return "refused";
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    payload,
    {
      vapidDetails: {
        subject: settings.subject,
        publicKey: settings.publicKey,
        privateKey: settings.privateKey,
      },
      TTL: options.ttl,
      topic: options.topic,
      urgency: options.urgent ? "high" : "normal",
      contentEncoding: "aes128gcm",
    },
  );
  // Fetch says how long the body is.
  const { "Content-Length": _, ...given } = headers as Record<string, string>;
  try {
    const { status } = await fetch(endpoint, {
      method,
      headers: given,
      body: new Uint8Array(body),
      // Nobody whom we have checked sends us on.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (status >= 200 && status < 300) return "sent";
    return status === 404 || status === 410 ? "gone" : "refused";
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    return isLate ? "timeout" : "unreachable";
  }
}
