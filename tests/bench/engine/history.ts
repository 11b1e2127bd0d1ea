/** A queue with a long past: ended tickets, and the days they belong to. */
import { join, newSecret, openPhones } from "../app/customers.ts";
import { runAsAdmin } from "../../../engine/bench/deployment/admin.ts";
import { addQueue, type Product, press } from "./product.ts";
import { api } from "../../../convex/_generated/api.js";

const CLONES_AT_ONCE = 1000;
const TICKETS_A_DAY = 33;
const REPORT_DAYS = 30;

/** Creates a queue with `tickets` ended tickets of an earlier generation; returns its id and its last thirty days. */
export async function addQueueWithHistory(
  product: Product,
  name: string,
  tickets: number,
): Promise<{ queueId: string; range: { from: string; to: string } }> {
  const queueId = await addQueue(product.owner, name);
  const [phone] = await openPhones(product.engine.port, 1);
  if (!phone) throw new Error("No phone.");
  await join(phone, queueId, newSecret());
  phone.destroy();
  const { ticketId } = await press<{ ticketId: string }>(
    product.owner,
    api.desk.actions.callNext,
    { queueId },
  );
  await press(product.owner, api.desk.actions.done, { ticketId });
  await press(product.owner, api.desk.actions.reset, { queueId });
  // Number 1 is the real one.
  for (let from = 2; from <= tickets; from += CLONES_AT_ONCE)
    await runAsAdmin(product.engine.url, "benchSeed:cloneEnded", {
      queueId,
      from,
      count: Math.min(CLONES_AT_ONCE, tickets - from + 1),
    });
  const days = Math.ceil(tickets / TICKETS_A_DAY);
  for (let ago = 1; ago < days; ago += CLONES_AT_ONCE)
    await runAsAdmin(product.engine.url, "benchSeed:cloneDay", {
      queueId,
      ago,
      count: Math.min(CLONES_AT_ONCE, days - ago),
    });
  const from = dayAgo(REPORT_DAYS - 1);
  return { queueId, range: { from, to: dayAgo(0) } };
}

const dayAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
