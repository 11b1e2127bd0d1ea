/** The platform's account at the stand-in for Twilio, for tests. */
export const TWILIO_SID = `AC${"1".repeat(32)}`;
export const TWILIO_TOKEN = "token-of-the-platform";
export const TWILIO_NUMBER = "+15550100001";

/** @param inbound where customers' texts are delivered */
export function twilioAt(inbound = "http://127.0.0.1:1/inbound") {
  const account = {
    sid: TWILIO_SID,
    token: TWILIO_TOKEN,
    number: TWILIO_NUMBER,
  };
  return { account, inbound };
}
