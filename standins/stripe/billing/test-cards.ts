/** The Stripe test cards that a shop needs: https://docs.stripe.com/testing */

export type TestCard = {
  readonly number: string;
  /** The text about it on the pages. */
  readonly label: string;
  /** False: refused at once, and nothing is bought. */
  readonly isAccepted: boolean;
  /** What happens to later charges; "asks": the bank wants the customer to confirm each (3-D Secure). */
  readonly later: "pays" | "fails" | "asks";
};

export const PAYING_CARD: TestCard = {
  number: "4242 4242 4242 4242",
  label: "Card that pays",
  isAccepted: true,
  later: "pays",
};

export const DECLINED_CARD: TestCard = {
  number: "4000 0000 0000 0002",
  label: "Card declined",
  isAccepted: false,
  later: "fails",
};

export const FAILING_CARD: TestCard = {
  number: "4000 0000 0000 0341",
  label: "Card that is accepted now and fails when it is charged",
  isAccepted: true,
  later: "fails",
};

export const ASKING_CARD: TestCard = {
  number: "4000 0027 6000 3184",
  label: "Card whose bank wants each later charge confirmed",
  isAccepted: true,
  later: "asks",
};

const ALL = [PAYING_CARD, DECLINED_CARD, FAILING_CARD, ASKING_CARD];

/** Stripe's message for a declined card. */
export const DECLINED = "Your card was declined.";

/** Stripe's message after a customer did not confirm. */
export const NOT_CONFIRMED =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

export function lastFour({ number }: TestCard): string {
  return number.slice(-4);
}

/** What a charge of the card with these last digits leads to. */
export function laterOf(last4: string | null): TestCard["later"] {
  return ALL.find((card) => lastFour(card) === last4)?.later ?? "pays";
}

/** @param number with or without spaces; null when it is not one of our test cards. */
export function testCard(number: string): TestCard | null {
  const digits = number.replaceAll(" ", "");
  return ALL.find((card) => card.number.replaceAll(" ", "") === digits) ?? null;
}
