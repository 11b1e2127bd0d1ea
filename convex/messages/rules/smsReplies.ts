/** The meaning of customers' texts and the replies (product.md N7, N8). In English, like the texts themselves. */
import { plainDigits } from "../../base/rules/digits";

/** 'yes' resumes texts after a STOP, and else says "I'm on my way". */
export type Reply = "stop" | "start" | "yes" | "help" | "coming" | "leaving";

/** Twilio's keywords, in any case, as the whole message. https://help.twilio.com/articles/223134027 */
const WORDS: Readonly<Record<string, Reply>> = {
  ...all("stop", "STOP STOPALL UNSUBSCRIBE CANCEL END QUIT OPTOUT REVOKE"),
  ...all("start", "START UNSTOP"),
  YES: "yes",
  ...all("help", "HELP INFO"),
  "1": "coming",
  "9": "leaving",
};

/** 'Stop' in the languages of the countries that texts go to, without accents. Many are everyday words. */
const STOP = words(
  "STOP STOPP STOPS STOPALL UNSUBSCRIBE OPTOUT PARAR PARE BAJA ARRET ARRETER ARRETEZ DESABONNER",
  "ABMELDEN ABBESTELLEN AUFHOREN FERMA BASTA DISISCRIVI STOPPEN AFMELDEN UITSCHRIJVEN SLUTA AVSLUTA",
  "AFMELD FRAMELD LOPETA PERU WYPISZ REZYGNUJE ODHLASIT LEIRATKOZAS DEZABONARE ODJAVA СТОП СТОПП ΣΤΟΠ 停止 配信停止 退订",
);
/** What may stand before one of them, and after it, in a wish to get no more texts. */
const BEFORE = words(
  "PLEASE PLS PLZ KINDLY JUST NOW OK HI HELLO HEY THANKS BITTE POR FAVOR PER FAVORE MERCI SVP",
);
const AFTER = words(
  "PLEASE PLS PLZ THANKS THANK THX YOU NOW IMMEDIATELY IT ALL ANY MORE ANYMORE AGAIN",
  "TEXT TEXTS TEXTING MESSAGE MESSAGES MESSAGING MSG MSGS SMS NOTIFICATION NOTIFICATIONS NOTIFYING ALERT ALERTS",
  "UPDATES SEND SENDING CONTACTING SPAM SPAMMING CALLING ME MY THE THESE THIS THOSE YOUR TO FROM NUMBER PHONE",
  "BITTE DANKE POR FAVOR GRACIAS PER FAVORE GRAZIE MERCI LES SVP",
);
const NOT = words("NOT NEVER DONT DON CANT");
const OPT_OUT =
  /\b(UNSUBSCRIBE|OPT (ME )?OUT|NO MORE (TEXTS|MESSAGES|SMS)|REMOVE ME|(CANCEL|END) ALL|(STOP|QUIT) (TEXTING|SENDING|MESSAGING) ME)\b/;
const MAX_BODY = 1_000;
/** A longer message is about something else. */
const MAX_OPT_OUT_WORDS = 8;

/** The meaning of a customer's text; null for anything else. */
export function replyOf(body: string): Reply | null {
  const read = wordsOf(body);
  const whole = read.join("");
  const single = Object.hasOwn(WORDS, whole) ? WORDS[whole] : undefined;
  if (single !== undefined) return single;
  const sentences = body.slice(0, MAX_BODY).split(/[.!?…,;\n–—]|\s-/);
  const wishesStop =
    STOP.has(whole) ||
    isOptOut(read) ||
    sentences.map(wordsOf).some(asksToStop);
  return wishesStop ? "stop" : null;
}

/** Of one sentence: nothing but a word for 'stop', and words that go with it. */
function asksToStop(sentence: readonly string[]): boolean {
  const at = sentence.findIndex((word) => STOP.has(word));
  return (
    at >= 0 &&
    sentence.every(
      (word, i) => STOP.has(word) || (i < at ? BEFORE : AFTER).has(word),
    )
  );
}

/** Whether carriers and Twilio answer this message themselves. */
export function isKeyword(body: string): boolean {
  return Object.hasOwn(WORDS, body.trim().toUpperCase());
}

/** In capitals, without accents and punctuation: 'Can't' is 'CANT'. */
function wordsOf(body: string): string[] {
  const plain = plainDigits(body.slice(0, MAX_BODY))
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "");
  return plain.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function isOptOut(read: readonly string[]): boolean {
  if (read.length > MAX_OPT_OUT_WORDS || read.some((word) => NOT.has(word)))
    return false;
  return OPT_OUT.test(read.join(" "));
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

function all(reply: Reply, list: string): Record<string, Reply> {
  return Object.fromEntries(list.split(" ").map((word) => [word, reply]));
}

function words(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.join(" ").split(" "));
}
