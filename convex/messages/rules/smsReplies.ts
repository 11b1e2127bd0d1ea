/** The meaning of customers' texts and the replies (product.md N7, N8). In English, like the texts themselves. */

export type Reply = "stop" | "start" | "help" | "coming" | "leaving";

/** Twilio's keywords, in any case, as the whole message. https://help.twilio.com/articles/223134027 */
const WORDS: Readonly<Record<string, Reply>> = {
  ...all("stop", "STOP STOPALL UNSUBSCRIBE CANCEL END QUIT OPTOUT REVOKE"),
  ...all("start", "START YES UNSTOP"),
  ...all("help", "HELP INFO"),
  "1": "coming",
  "9": "leaving",
};

/** The meaning of a customer's text; null for anything else. */
export function replyOf(body: string): Reply | null {
  const word = body.trim().toUpperCase();
  return Object.hasOwn(WORDS, word) ? (WORDS[word] ?? null) : null;
}

/** The replies; `shop` is the business's name. */
export const replyTexts = {
  help: (shop: string | null) =>
    shop === null
      ? "Yourturn sends you texts about your place in a queue. Reply STOP for no texts."
      : `${shop} sends you texts about your place in the queue. Reply 1 if you are on your way, 9 to leave, STOP for no texts.`,
  coming: (shop: string) => `${shop}: thank you, we know you are on your way.`,
  notCalled: (shop: string) =>
    `${shop}: it is not your turn yet. We will tell you.`,
  left: (shop: string) => `${shop}: you have left the queue. Goodbye!`,
  over: (shop: string) =>
    `${shop}: you are not in the queue any more. Please ask at the counter.`,
  unknown: "Reply 1 if you are on your way, 9 to leave, STOP for no texts.",
  nobody: "You are in no queue at the moment.",
} as const;

/** TwiML with one message, or none. */
export function twiml(message: string | null): string {
  const content =
    message === null ? "" : `<Message>${escapeXml(message)}</Message>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${content}</Response>`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

function all(reply: Reply, words: string): Record<string, Reply> {
  return Object.fromEntries(words.split(" ").map((word) => [word, reply]));
}
