/** Makes test data through the browser's API, without a page: accounts, businesses, queues, customers. */
import { randomBytes } from "node:crypto";
import { ConvexHttpClient } from "convex/browser";
import {
  getFunctionName,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
} from "convex/server";
import { api, internal } from "../convex/_generated/api.js";
import { must } from "../convex/base/rules/errors.ts";
import { dayKey, daysBefore } from "../convex/base/rules/timezones.ts";
import type { Id } from "../convex/_generated/dataModel.js";
import { DEMO_ADMIN } from "../convex/demo/rules/logins.ts";
import type { SoldPlan } from "../convex/base/rules/plans.ts";
import { DEFAULT_SLOT_MINUTES } from "../convex/business/rules/hours.ts";
import { totalOf } from "../convex/reports/rules/sums.ts";
import type { Settings } from "../convex/business/rules/settings.ts";
import { mailsTo, payFor } from "./standins.ts";

export type Account = {
  readonly email: string;
  readonly password: string;
  readonly businessName: string;
  readonly timezone: string;
};
type Tokens = { readonly token: string; readonly refreshToken: string };
/** A signed-up owner, able to act. */
export type Owner = {
  readonly account: Account;
  readonly tokens: Tokens;
  /** Calls functions as this owner. */
  readonly client: ConvexHttpClient;
  readonly businessId: Id<"businesses">;
};
type Joined = FunctionReturnType<typeof api.line.tickets.join>;

/** A unique account in this run. */
export function newAccount(): Account {
  const mark = randomBytes(5).toString("hex");
  return {
    email: `owner-${mark}@example.test`,
    password: `Right-${mark}-1!`,
    businessName: `Barber ${mark}`,
    timezone: "Europe/London",
  };
}

/** Signs up through the API: no plan and no setup. @throws Error if the product refuses */
export async function register(address: string, account: Account) {
  const { tokens } = await anonymous(address).action(api.auth.signIn, {
    provider: "password",
    params: { flow: "signUp", plan: "starter", ...account },
  });
  return await ownerWith(address, account, tokens);
}

/** An account without the slow password hash, so its password does not work. @throws Error if the product refuses */
async function plant(address: string, account: Account): Promise<Owner> {
  const { email, businessName, timezone } = account;
  const userId = await asAdmin(address, internal.account.current.create, {
    email,
    businessName,
    timezone,
    passwordHash: "none",
  });
  if (userId === null) throw new Error(`${email} has an account`);
  // The library's type lists every step except this one's answer.
  const session: unknown = await asAdmin(
    address,
    internal.auth.uncheckedStore,
    { args: { type: "signIn", userId, generateTokens: true } },
  );
  const { tokens } = session as { tokens: Tokens };
  return await ownerWith(address, account, tokens);
}

async function ownerWith(
  address: string,
  account: Account,
  tokens: Tokens | null | undefined,
): Promise<Owner> {
  if (!tokens) throw new Error(`${account.email} has no session`);
  const client = anonymous(address);
  client.setAuth(tokens.token);
  const me = await client.query(api.account.current.me, {});
  if (!me?.business) throw new Error(`${account.email} has no business`);
  const { businessId } = me.business;
  return { account, tokens, client, businessId };
}

/** How an account is made: `plant`, or `register` for a test that signs in with its password. */
type Begin = typeof register;

/** On Starter as if it were paid, and set up. @throws Error if the product refuses */
export async function signUp(
  address: string,
  account: Account,
  begin: Begin = plant,
): Promise<Owner> {
  const owner = await begin(address, account);
  await proveEmail(address, owner);
  await setPlan(address, owner, "starter");
  await setUp(owner);
  return owner;
}

/** Pays at the stand-in and sets up. @throws Error if the product or the stand-in refuses */
export async function signUpPaid(
  address: string,
  account: Account,
  plan: SoldPlan,
  begin: Begin = plant,
): Promise<Owner> {
  const owner = await begin(address, account);
  await proveEmail(address, owner);
  const sessionId = await pay(owner, plan);
  const args = { sessionId };
  const paid = await owner.client.action(
    api.billing.payments.confirmCheckout,
    args,
  );
  if (!paid.ok) throw new Error(paid.code);
  await setUp(owner);
  return owner;
}

/** Pays for a plan at the stand-in. @returns the checkout session's id @throws Error if it cannot be paid */
export async function pay(owner: Owner, plan: SoldPlan): Promise<string> {
  const made = await owner.client.action(api.billing.payments.startCheckout, {
    plan,
  });
  if (!made.ok) throw new Error(made.code);
  await payFor(made.url);
  return new URL(made.url).pathname.replace("/checkout/", "");
}

/** As if the owner of an account had confirmed its address with the mailed code. */
export async function confirmEmail(address: string, account: Account) {
  const { email, password } = account;
  const { tokens } = await anonymous(address).action(api.auth.signIn, {
    provider: "password",
    params: { flow: "signIn", email, password },
  });
  await proveEmail(address, await ownerWith(address, account, tokens));
}

/** As if a code had been mailed and entered. */
async function proveEmail(address: string, { businessId }: Owner) {
  await asAdmin(address, internal.demo.testing.proveEmail, { businessId });
}

const allDay = { start: "00:00", end: "24:00" };
/** So that stories are the same at any day and hour. */
export const alwaysOpen = {
  "0": allDay,
  "1": allDay,
  "2": allDay,
  "3": allDay,
  "4": allDay,
  "5": allDay,
  "6": allDay,
};

async function setUp({ client, account }: Owner): Promise<void> {
  const done = await client.mutation(api.account.current.completeSetup, {
    name: account.businessName,
    phone: null,
    description: null,
    slotMinutes: DEFAULT_SLOT_MINUTES,
    operatingHours: alwaysOpen,
  });
  if (!done.ok) throw new Error(done.code);
}

/** Invites a new address to the team. @returns it, and the mailed link's path @throws Error if the product refuses */
export async function invite(
  { client }: Owner,
  role: "manager" | "staff",
  email: string = newAccount().email,
) {
  const args = { email, role, name: role === "staff" ? "Mia" : "Max" };
  const made = await client.action(api.team.invitations.invite, args);
  if (!made.ok) throw new Error(made.code);
  const [mail = ""] = await mailsTo(email);
  const path = /\/invitation#\S+/.exec(mail)?.[0];
  return { email, path: must(path, "link in the mail") };
}

/** Takes somebody off the team. */
export async function takeOff({ client }: Owner, email: string) {
  const { people } = await client.query(api.team.people.list, {});
  const person = people.find((one) => one.email === email);
  const { personId } = must(person, "person");
  await client.mutation(api.team.people.remove, { personId });
}

/** Announces for an hour that the shop runs late. */
export async function sayLate({ client }: Owner, minutes: number) {
  const said = { minutes, lasts: 60, requestKey: newSecret() };
  await client.mutation(api.profile.businesses.setNotice, said);
}

export async function changeSettings(
  { client }: Owner,
  changes: Partial<Settings>,
): Promise<void> {
  const { settings } = await client.query(api.profile.businesses.profile, {});
  const changed = { ...settings, ...changes };
  await client.mutation(api.profile.businesses.saveProfile, changed);
}

/** Creates a queue of this owner's business. @throws Error with the product's own words if it refuses */
export async function addQueue(owner: Owner, name: string) {
  const made = await owner.client.mutation(api.desk.queues.create, { name });
  if (!made.ok) throw new Error(made.code);
  return made.queueId;
}

/** A ticket secret as a phone makes it: 24 random bytes as base64url. */
export const newSecret = (): string => randomBytes(24).toString("base64url");

/** A customer joins from their own phone. */
export async function join(
  address: string,
  queueId: string,
  customer: { name?: string; phone?: string; secret?: string } = {},
): Promise<Joined & { secret: string }> {
  const secret = customer.secret ?? newSecret();
  const { name, phone } = customer;
  const joined = await anonymous(address).mutation(api.line.tickets.join, {
    queueId,
    secret,
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone }),
  });
  return { ...joined, secret };
}

/**
 * The free afternoon times of a day in two days, epoch ms. Not tomorrow: shortly before midnight, it begins too soon.
 * Not in the night, when an hour can be missing or come twice.
 * @param at a time on another day
 */
export async function freeSlots(
  address: string,
  queueId: string,
  at = Date.now() + 2 * 24 * 60 * 60_000,
) {
  const day = new Date(at).toISOString().slice(0, 10);
  const args = { queueId, day };
  const answer = await anonymous(address).query(api.booking.slots.ofDay, args);
  return (answer?.slots ?? [])
    .filter(({ isFree }) => isFree)
    .map(({ startsAt }) => startsAt)
    .filter((startsAt) => startsAt >= Date.parse(`${day}T12:00:00Z`));
}

/** Staff add somebody. @returns their number @throws Error with the product's own word if it refuses */
export async function addWalkIn(
  { client }: Owner,
  queueId: Id<"queues">,
  name: string,
) {
  const args = { queueId, name, requestKey: newSecret() };
  const added = await client.mutation(api.desk.actions.addWalkIn, args);
  if (!added.ok) throw new Error(added.code);
  return added.number;
}

/** The sums of a business that began today, or yesterday if the story runs over midnight. */
export async function sumsUntilNow({ client, account }: Owner) {
  const today = dayKey(Date.now(), account.timezone);
  const range = { from: daysBefore(today, 1), to: today, queueId: null };
  const answer = await client.query(api.reports.periods.sums, range);
  if (!answer.ok) throw new Error(answer.code);
  return totalOf(answer.sums);
}

/** A customer books from their own phone. */
export async function book(address: string, queueId: string, startsAt: number) {
  const secret = newSecret();
  const args = { queueId, startsAt, secret };
  const booked = await anonymous(address).mutation(
    api.booking.bookings.book,
    args,
  );
  if (!booked.ok) throw new Error(booked.code);
  return { secret };
}

export const callNext = async (owner: Owner, queueId: Id<"queues">) =>
  owner.client.mutation(api.desk.actions.callNext, {
    queueId,
    requestKey: newSecret(),
  });

export async function setPlan(
  address: string,
  { businessId }: Owner,
  plan: "starter" | "pro" | "enterprise",
): Promise<void> {
  await asAdmin(address, internal.demo.testing.setPlan, { businessId, plan });
}

/** As if the business had sent this many texts this month. @throws Error if the product refuses */
export async function setTextsUsed(
  address: string,
  { businessId }: Owner,
  used: number,
): Promise<void> {
  await asAdmin(address, internal.demo.testing.setTextsUsed, {
    businessId,
    used,
  });
}

/** As if all running alerts had started this many seconds earlier. @throws Error if the product refuses */
export async function hurryAlerts(
  address: string,
  { businessId }: Owner,
  seconds: number,
): Promise<void> {
  const args = { businessId, seconds };
  await asAdmin(address, internal.demo.testing.hurryAlerts, args);
}

/** As if everybody at a queue's counter had been called this many minutes earlier. */
export async function hurryCalls(
  address: string,
  queueId: Id<"queues">,
  minutes: number,
): Promise<void> {
  const args = { queueId, seconds: minutes * 60 };
  await asAdmin(address, internal.demo.testing.hurryCalls, args);
}

/** As if an admin had entered the password this many minutes ago: from an hour on the portal's session is over. */
export async function hurryAdmin(
  address: string,
  { client }: Pick<Owner, "client">,
  minutes: number,
): Promise<void> {
  const me = await client.query(api.account.current.me, {});
  const userId = must(me, "who is signed in").userId;
  const args = { userId, seconds: minutes * 60 };
  await asAdmin(address, internal.demo.testing.hurryAdmin, args);
}

/** Records the waits of some minutes ago, as the cron did then. */
export async function noteWaits(
  address: string,
  minutesAgo: readonly number[],
): Promise<void> {
  const args = { minutesAgo: [...minutesAgo] };
  await asAdmin(address, internal.demo.testing.noteWaits, args);
}

/** The demo's admin in the portal, with the password just entered. @throws Error if the product refuses */
export async function signInAdmin(address: string) {
  const client = anonymous(address);
  const { tokens } = await client.action(api.auth.signIn, {
    provider: "password",
    params: { flow: "adminSignIn", ...DEMO_ADMIN },
  });
  if (!tokens) throw new Error("The demo's admin has no session");
  client.setAuth(tokens.token);
  return { tokens, client };
}

const anonymous = (address: string): ConvexHttpClient =>
  new ConvexHttpClient(address, { logger: false });

/** Calls an internal function as the deployment's administrator. @throws Error with its answer if it fails */
export async function asAdmin<
  F extends FunctionReference<"mutation", "internal">,
>(
  address: string,
  mutation: F,
  args: FunctionArgs<F>,
  key = process.env["E2E_ADMIN_KEY"] ?? "",
): Promise<FunctionReturnType<F>> {
  const path = getFunctionName(mutation);
  const response = await fetch(`${address}/api/function`, {
    method: "POST",
    headers: {
      Authorization: `Convex ${key}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ path, args, format: "json" }),
  });
  const answer = (await response.json()) as {
    status?: string;
    value?: unknown;
  };
  if (answer.status !== "success") {
    throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  }
  return answer.value;
}

/** The owner's name, as colleagues and customers see it. */
export async function nameOwner({ client }: Owner, name: string) {
  const { people } = await client.query(api.team.people.list, {});
  const { personId } = must(
    people.find(({ isYou }) => isYou),
    "owner",
  );
  const answer = await client.mutation(api.team.people.rename, {
    ...{ personId, name },
  });
  if (!answer.ok) throw new Error(answer.code);
}
