/** A fresh shop that takes bookings and mails for each test, and its mails. Holds no assertions. */
import { beforeEach } from "vitest";
import { openPostOffice } from "../mail/post-office.ts";
import { at, openBookingShop, pass, type BookingShop } from "./booking-shop.ts";

export const EMAIL = "ann@example.com";
/** Until the mail about a change is sent. */
export const SETTLED = 16_000;

export let shop: BookingShop;
export let office: ReturnType<typeof openPostOffice>;

beforeEach(async () => {
  office = openPostOffice();
  shop = await openBookingShop();
});

/** Books, and sends the mail. @returns the secret */
export async function book(
  startsAt = at("15:00"),
  { email = EMAIL, name = "Ann", ip = "127.0.0.1" } = {},
): Promise<string> {
  const { answer, secret } = await shop.tryBook(startsAt, { email, name, ip });
  if (!answer.ok) throw new Error(answer.code);
  await pass(shop.app, 0);
  return secret;
}

/** Of each mail the first word of its subject. */
export const kinds = () =>
  office.sent.map(({ subject }) => subject.split(":")[0]);
