/** Rows of demo requests and newsletter addresses, and how many one caller may send. */
import type { PaginationOptions } from "convex/server";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { PRIVATE, type Caller } from "../../base/rules/addresses";
import { SAME_REQUEST_MS, type DemoRequest } from "../rules/forms";
import {
  addressesPerBlock,
  addressesPerNetwork,
  demosPerBlock,
  demosPerNetwork,
  formsPerDeployment,
  newFormsPerDeployment,
  newFormsPerProvider,
  type Limit,
} from "../../base/rules/rateLimit";
import { boundedPage } from "../../base/rules/pages";
import { hashSecret } from "../../base/rules/secrets";
import { queueMail } from "../../mail/data/outbox";
import {
  isStill,
  takeFromAll,
  type Buckets,
  type Wait,
} from "../../base/data/rateLimits";
import { rowBy } from "../../base/data/rowBy";

/** Stores a request, unless it repeats the last one of this address; or returns how long to wait. product.md V2, V3. */
export async function keepDemoRequest(
  ctx: MutationCtx,
  request: DemoRequest,
  caller: Caller,
  now: number,
): Promise<Wait | null> {
  const last = await ctx.db
    .query("demoRequests")
    .withIndex("by_email_and_at", (q) =>
      q.eq("email", request.email).gt("at", now - SAME_REQUEST_MS),
    )
    .order("desc")
    .first();
  if (last !== null && isSame(last, request)) return null;
  const limits = [demosPerNetwork, demosPerBlock] as const;
  const wait = await countForm(ctx, "demo", caller, limits, now);
  if (wait === null)
    await ctx.db.insert("demoRequests", { ...request, at: now });
  return wait;
}

const listed = rowBy("newsletterAddresses", "email");

/** Adds an address to the list, once; or returns how long to wait, whether it is listed or not. product.md V4. */
export async function keepAddress(
  ctx: MutationCtx,
  email: string,
  caller: Caller,
  now: number,
): Promise<Wait | null> {
  const limits = [addressesPerNetwork, addressesPerBlock] as const;
  const wait = await countForm(ctx, "news", caller, limits, now);
  if (wait !== null) return wait;
  if ((await listed(ctx, email)) !== null) return null;
  const emailHash = await hashSecret(email);
  await ctx.db.insert("newsletterAddresses", { email, emailHash, at: now });
  const welcome = { kind: "newsletter" as const, occasion: "welcome" };
  const nobody = { business: null, ticketId: null };
  await queueMail(ctx, { ...nobody, to: email, ...welcome }, now);
  return null;
}

/** Rows of one page; the file of a whole list is made from such pages. */
const PAGE = 500;

/** Newest first. */
export async function demoRequestsPage(ctx: QueryCtx, page: PaginationOptions) {
  return await ctx.db
    .query("demoRequests")
    .withIndex("by_at")
    .order("desc")
    .paginate(boundedPage(page, PAGE));
}

/** Newest first. */
export async function addressesPage(ctx: QueryCtx, page: PaginationOptions) {
  return await ctx.db
    .query("newsletterAddresses")
    .order("desc")
    .paginate(boundedPage(page, PAGE));
}

function isSame(row: Doc<"demoRequests">, request: DemoRequest): boolean {
  return Object.entries(request).every(
    ([field, value]) => row[field as keyof DemoRequest] === value,
  );
}

/**
 * The caller's own network first, so that a refused caller takes no shared tokens. Callers who sent nothing within the
 * hour have a bucket that busy senders cannot use up.
 */
async function countForm(
  ctx: MutationCtx,
  form: string,
  { network, block, provider }: Caller,
  [own, crowd]: readonly [own: Limit, crowd: Limit],
  now: number,
): Promise<Wait | null> {
  const key = (of: string) => `${form}:${of}`;
  const isPrivate = network === PRIVATE;
  const before = now - formsPerDeployment.perMs;
  const isNew =
    !isPrivate && (await isStill(ctx, key(block ?? network), before));
  const mine: Buckets = [[key(network), isPrivate ? crowd : own]];
  if (block !== null) mine.push([key(block), crowd]);
  const wait = await takeFromAll(ctx, now, ...mine);
  if (wait !== null) return wait;
  if (isNew) {
    const ofNew: Buckets = [[key("new"), newFormsPerDeployment]];
    if (provider !== undefined) {
      ofNew.unshift([key(`new:${provider}`), newFormsPerProvider]);
    }
    if ((await takeFromAll(ctx, now, ...ofNew)) === null) return null;
  }
  return await takeFromAll(ctx, now, [key("all"), formsPerDeployment]);
}
