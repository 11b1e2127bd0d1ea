/** A customer who subscribed to Starter at New Year, and what tests read about them. */
import type Stripe from "stripe";
import { NEW_YEAR, openShop, type Shop } from "./open-shop.ts";
import { control, subscribed } from "./visitor.ts";

export const DAY = 24 * 3600;
/** New Year, twelve o'clock, in Unix seconds, and a month later. */
export const START = NEW_YEAR / 1000;
export const END = START + 31 * DAY;

/** Events of a paid period, and of the end. */
export const RENEWED = ["customer.subscription.updated", "invoice.paid"];
export const ENDED = [
  ...["customer.subscription.updated", "customer.subscription.deleted"],
];

/** The number of events of the purchase itself. */
const PURCHASE = 4;

export class Subscriber {
  readonly shop: Shop;
  /** The subscription's id. */
  readonly id: string;
  readonly item: string;
  readonly customer: string;

  private constructor(shop: Shop, made: Stripe.Subscription, customer: string) {
    this.shop = shop;
    this.id = made.id;
    this.item = String(made.items.data[0]?.id);
    this.customer = customer;
  }

  static async open(): Promise<Subscriber> {
    const shop = await openShop({ standsStill: true });
    const { subscription, customer } = await subscribed(shop);
    return new Subscriber(shop, subscription, customer);
  }

  current(): Promise<Stripe.Subscription> {
    return this.shop.stripe.subscriptions.retrieve(this.id);
  }

  /** Types of the events since the purchase, once there are `count`. */
  async since(count: number): Promise<string[]> {
    await this.shop.endpoint.until(PURCHASE + count);
    return this.shop.endpoint.types().slice(PURCHASE);
  }

  /** The data of the last event, or of the one `before` events earlier. */
  lastEvent(before = 0): Stripe.Event.Data | undefined {
    return this.shop.endpoint.received.at(-1 - before)?.event.data;
  }

  advance(to: string): Promise<{ status: number; answer: unknown }> {
    return control(this.shop, "stripe/advance", { subscription: this.id, to });
  }

  /** Address of a new portal session. */
  async portal(): Promise<string> {
    const { url } = await this.shop.stripe.billingPortal.sessions.create({
      customer: this.customer,
      return_url: "http://shop.test/account",
    });
    return url;
  }
}
