/** The meaning of customers' texts and the replies (product.md N7, N8). In English, like the texts themselves. */
import { plainDigits } from "../../base/rules/digits";

export type Reply = "stop" | "start" | "help" | "coming" | "leaving";

/** Twilio's keywords, in any case, as the whole message. https://help.twilio.com/articles/223134027 */
const WORDS: Readonly<Record<string, Reply>> = {
  ...all("stop", "STOP STOPALL UNSUBSCRIBE CANCEL END QUIT OPTOUT REVOKE"),
  ...all("start", "START YES UNSTOP"),
  ...all("help", "HELP INFO"),
  "1": "coming",
  "9": "leaving",
};

/** 'Stop' in the languages of the countries that texts go to, without accents. */
const STOP = new Set(
  [
    "STOP STOPP STOPS STOPALL UNSUBSCRIBE OPTOUT PARAR PARE BAJA ARRET ARRETER ARRETEZ DESABONNER",
    "ABMELDEN ABBESTELLEN AUFHOREN FERMA BASTA DISISCRIVI STOPPEN AFMELDEN UITSCHRIJVEN SLUTA AVSLUTA",
    "AFMELD FRAMELD LOPETA PERU WYPISZ REZYGNUJE ODHLASIT LEIRATKOZAS DEZABONARE ODJAVA СТОП СТОПП ΣΤΟΠ 停止 配信停止 退订",
  ]
    .join(" ")
    .split(" "),
);
const NOT = new Set(["NOT", "NEVER", "DONT", "DON"]);
/** A longer message is about something else. */
const MAX_STOP_WORDS = 8;

/** The meaning of a customer's text; null for anything else. */
export function replyOf(body: string): Reply | null {
  const words = wordsOf(body);
  const [first = "", last = ""] = [words[0], words.at(-1)];
  const whole = words.join("");
  const single = Object.hasOwn(WORDS, whole) ? WORDS[whole] : undefined;
  if (single !== undefined) return single;
  const wishesStop =
    words.length <= MAX_STOP_WORDS &&
    !words.some((word) => NOT.has(word)) &&
    (STOP.has(whole) || STOP.has(first) || STOP.has(last) || isOptOut(words));
  return wishesStop ? "stop" : null;
}

/** Whether carriers and Twilio answer this message themselves. */
export function isKeyword(body: string): boolean {
  return Object.hasOwn(WORDS, body.trim().toUpperCase());
}

/** In capitals, without accents and punctuation. */
function wordsOf(body: string): string[] {
  const plain = plainDigits(body.slice(0, 1_000))
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");
  return plain.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** 'Opt out', 'no more texts', 'remove me'. */
function isOptOut(words: readonly string[]): boolean {
  const text = words.join(" ");
  return /\b(OPT OUT|NO MORE (?:TEXTS|MESSAGES|SMS)|REMOVE ME|CANCEL ALL|END ALL)\b/.test(
    text,
  );
}

export const replyTexts = {
  help: (shop: string | null) =>
    shop === null
      ? "Yourturn texts you about your place in line. Reply STOP to opt out."
      : `${shop} texts you about your place in line. Reply 1 if you're on your way, 9 to leave, STOP to opt out.`,
  coming: (shop: string) => `${shop}: thanks, we know you're on your way.`,
  notCalled: (shop: string) =>
    `${shop}: it's not your turn yet. We'll let you know.`,
  left: (shop: string) => `${shop}: you've left the line. Goodbye!`,
  over: (shop: string) =>
    `${shop}: you're no longer in line. Please ask at the counter.`,
  stopped: "You'll get no more texts from us. Reply START to get them again.",
  unknown: "Reply 1 if you're on your way, 9 to leave, STOP to opt out.",
  nobody: "You're not in line right now. Reply STOP to opt out.",
} as const;

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
