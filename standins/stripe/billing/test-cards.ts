/** The Stripe test cards that a shop needs: https://docs.stripe.com/testing */

export type TestCard = {
  readonly number: string;
  /** The text about it on the pages. */
  readonly label: string;
  /** False: refused at once, and nothing is bought. */
  readonly isAccepted: boolean;
  /** False: later charges fail. */
  readonly pays: boolean;
};

export const PAYING_CARD: TestCard = {
  number: "4242 4242 4242 4242",
  label: "Card that pays",
  isAccepted: true,
  pays: true,
};

export const DECLINED_CARD: TestCard = {
  number: "4000 0000 0000 0002",
  label: "Card declined",
  isAccepted: false,
  pays: false,
};

export const FAILING_CARD: TestCard = {
  number: "4000 0000 0000 0341",
  label: "Card that is accepted now and fails when it is charged",
  isAccepted: true,
  pays: false,
};

const ALL = [PAYING_CARD, DECLINED_CARD, FAILING_CARD];

/** Stripe's message for a declined card. */
export const DECLINED = "Your card was declined.";

export function lastFour({ number }: TestCard): string {
  return number.slice(-4);
}

/** @param number with or without spaces; null when it is not one of our test cards. */
export function testCard(number: string): TestCard | null {
  const digits = number.replaceAll(" ", "");
  return ALL.find((card) => card.number.replaceAll(" ", "") === digits) ?? null;
}
