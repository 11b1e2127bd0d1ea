/** State of the stand-in for Twilio: texts in both directions, STOP lists, and the switches. */

export type Text = {
  readonly sid: string;
  readonly account: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  /** `out` from the shop, `in` from a phone, `reply` in answer to that. */
  readonly way: "out" | "in" | "reply";
  status: string;
  readonly errorCode: number | null;
  readonly callback: string | null;
  readonly at: string;
};

export type Switches = {
  /** The answer to a new text: `busy` is 429 and `error` 503, both not sent; `lost` is sent, and 503. */
  readonly answer: "ok" | "busy" | "error" | "lost";
  readonly answerDelayMs: number;
  readonly outcome: "delivered" | "undelivered" | "failed" | "none";
  readonly errorCode: number | null;
  readonly callbackDelayMs: number;
  readonly duplicate: boolean;
  readonly reorder: boolean;
};

const ordinarySwitches: Switches = {
  answer: "ok",
  answerDelayMs: 0,
  outcome: "delivered",
  errorCode: null,
  callbackDelayMs: 50,
  duplicate: false,
  reorder: false,
};

export type TwilioState = {
  readonly texts: Text[];
  /** `from to` of senders and phones that have said STOP to them. */
  readonly stopped: string[];
  switches: Switches;
};

export function noTexts(): TwilioState {
  return { texts: [], stopped: [], switches: ordinarySwitches };
}

/** How many texts are kept. Older ones are dropped. */
const KEPT = 2_000;

export function keepText(state: TwilioState, text: Text): void {
  state.texts.push(text);
  if (state.texts.length > KEPT) state.texts.shift();
}

/** The switches after a request that names some of them. Null when it names an unknown one. */
export function readSwitches(
  old: Switches,
  { reset, ...given }: Readonly<Record<string, unknown>>,
): Switches | null {
  if (reset !== undefined && typeof reset !== "boolean") return null;
  const isGood = Object.entries(given).every(([name, value]) =>
    isValid(name, value),
  );
  const begin = reset === true ? ordinarySwitches : old;
  return isGood ? { ...begin, ...(given as Partial<Switches>) } : null;
}

function isValid(name: string, value: unknown): boolean {
  switch (name) {
    case "answer":
      return ["ok", "busy", "error", "lost"].includes(String(value));
    case "outcome":
      return ["delivered", "undelivered", "failed", "none"].includes(
        String(value),
      );
    case "errorCode":
      return value === null || Number.isInteger(value);
    case "answerDelayMs":
    case "callbackDelayMs":
      return typeof value === "number" && value >= 0 && value <= 60_000;
    case "duplicate":
    case "reorder":
      return typeof value === "boolean";
    default:
      return false;
  }
}
