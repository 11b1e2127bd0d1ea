/**
 * Arguments for every function of owners, of the desk and of admins, naming rows of one shop. They are picked by the
 * names of a function's arguments: a new name fails authorization.test.ts or admin-access.test.ts.
 */
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";
import { defaultHours } from "../../convex/business/rules/hours.ts";
import { must } from "../../convex/base/rules/errors.ts";
import { granted, newQueue, press } from "./base/calls.ts";
import { argFormsOf, type Args } from "./calling.ts";
import { newSecret, type App, type Shop } from "./open-app.ts";

const { admin, desk, messages, profile, support, team } = api;

/** Rows of one shop that an argument can name. */
export type Things = {
  waiting: string;
  /** Another queue. */
  spare: string;
  called: string;
  eventId: string;
  /** A message to support. */
  thread: string;
  secret: string;
  /** The user of a member of staff. */
  staffId: string;
  /** An open invitation to the counter. */
  invitation: string;
  chair: string;
  /** A locked tablet. */
  tablet: string;
};

/** A value for each name of an argument. */
const valuesOf = (shop: Shop & Things): Args => ({
  ...{ businessId: shop.businessId, queueId: shop.queueId },
  ...{ ticketId: shop.waiting, expectedTicketId: shop.waiting },
  ...{ eventId: shop.eventId, chairId: shop.chair, queueIds: [shop.queueId] },
  ...{ personId: shop.staffId, userId: shop.ownerId, tabletId: shop.tablet },
  ...{ invitationId: shop.invitation, threadId: shop.thread },
  ...{ crowdId: "gone", sessionId: "cs_1", paginationOpts: FIRST_PAGE },
  ...{ day: "2026-11-20", from: "2026-11-20", to: "2026-11-21", startsAt: 0 },
  // Of the shop and its people.
  ...{ name: "New", phone: null, description: null, slotMinutes: 15 },
  ...{ operatingHours: defaultHours, specialDays: [], timezone: "Asia/Tokyo" },
  ...{ walkInsOnlyWhenOpen: true, almostAt: 3, country: "JP", clock: "h12" },
  ...{ whenUnmarked: "came", graceMinutes: 9, boardNames: "initials" },
  ...{ minutes: 15, lasts: 60, wanted: "New", picture: new ArrayBuffer(1) },
  ...{ role: "staff", covers: true, needed: false, pin: "1234", word: "room" },
  // Of queues and tickets.
  ...{ chairs: 2, until: null, isActive: false, takesBookings: false },
  ...{ places: 1, reason: "agreed", asked: "1", body: "Hello" },
  // Of plans, other companies and accounts.
  ...{ plan: "pro", sid: "AC1", token: "t", state: "s".repeat(32) },
  ...{ code: "4/0a", secret: "s".repeat(32), password: "12345678" },
  ...{ email: "owner1@example.com", businessName: "Not theirs" },
  // Of messages and the portal's lists.
  ...{
    subject: "Chart",
    text: "Hello",
    of: "",
    status: "all",
    list: "addresses",
  },
  ...{ action: null, sort: "newest", isAdmin: false },
});
const FIRST_PAGE = { numItems: 5, cursor: null };

const ofCalled = ({ called }: Things): Args => ({ ticketId: called });
const inAnyState = (): Args => ({ state: null, plan: null });
/** Where a name means something else, and arguments that need not be given but are. */
const more: Record<string, (shop: Shop & Things) => Args> = {
  [nameOf(desk.actions.bringBack)]: ofCalled,
  [nameOf(desk.actions.dismiss)]: ofCalled,
  [nameOf(desk.actions.done)]: ofCalled,
  [nameOf(desk.actions.noShow)]: ofCalled,
  [nameOf(desk.actions.notHere)]: ofCalled,
  [nameOf(desk.actions.recall)]: ofCalled,
  [nameOf(desk.actions.remove)]: ofCalled,
  [nameOf(desk.actions.returnToQueue)]: ofCalled,
  [nameOf(desk.actions.serve)]: ofCalled,
  [nameOf(desk.actions.edit)]: () => ({ note: "Fringe" }),
  [nameOf(desk.actions.transfer)]: ({ spare }) => ({ queueId: spare }),
  [nameOf(desk.chairs.turn)]: () => ({ to: "on" }),
  [nameOf(messages.sms.saveCredentials)]: () => ({ from: "1" }),
  [nameOf(messages.sms.saveTemplate)]: () => ({ name: "late" }),
  [nameOf(messages.sms.send)]: ({ waiting }) => ({ ticketId: waiting }),
  [nameOf(profile.businesses.saveProfile)]: () => ({ graceMinutes: 9 }),
  [nameOf(team.invitations.invite)]: () => ({ email: "" }),
  [nameOf(admin.audit.search)]: () => ({ text: "", from: null, to: null }),
  [nameOf(admin.directory.create)]: () => ({
    ...{ email: "new@example.com", businessName: "New" },
  }),
  [nameOf(admin.directory.participants)]: () => ({ text: "", queueId: null }),
  [nameOf(admin.directory.remove)]: () => ({ businessName: "Shop 1" }),
  [nameOf(admin.directory.search)]: inAnyState,
  [nameOf(support.admin.setStatus)]: () => ({ status: "resolved" }),
  [nameOf(support.admin.threads)]: () => ({ status: null }),
};

/** Arguments that name rows of this shop. */
export async function argsOf(path: string, shop: Shop & Things): Promise<Args> {
  const values = { ...valuesOf(shop), ...more[path]?.(shop) };
  const args: Args = { ...more[path]?.(shop) };
  for (const [name, , isOptional] of await argFormsOf(path)) {
    if (isOptional || name === "requestKey") continue;
    if (!(name in values)) throw new Error(`No value for ${path} ${name}`);
    args[name] = values[name] ?? null;
  }
  return args;
}

/** A shop with two people in its line, one of them called, a second queue, and a message to support. */
export async function furnishedShop(app: App): Promise<Shop & Things> {
  const shop = await app.shop();
  const { queueId, owner } = shop;
  await app.join(queueId);
  const secret = await app.join(queueId);
  const first = granted(await press(owner, desk.actions.callNext, { queueId }));
  const spare = await newQueue(owner, "Colour");
  const board = await owner.query(desk.actions.board, { queueId });
  const waiting = must(board.waiting[0], "waiting").ticketId;
  const { ticketId: called, eventId } = first;
  const letter = { subject: "Chart", text: "It is empty." };
  const sent = granted(await owner.mutation(support.owner.send, letter));
  const { threadId: thread } = sent;
  const { userId: staffId } = await app.member(shop, "staff");
  const { businessId } = shop;
  const invitation = await app.backend.run(
    async (ctx) =>
      await ctx.db.insert("invitations", {
        ...{ businessId, email: "lee@example.com", role: "staff", name: "Lee" },
        ...{ secretHash: newSecret(), isMailed: true, expiresAt: Infinity },
      }),
  );
  const settings = { name: "Chair 1", queueIds: [spare] };
  const made = granted(await owner.mutation(desk.chairs.create, settings));
  return {
    ...{ ...shop, waiting, called, eventId, secret, spare, thread },
    ...{ staffId, invitation, chair: made.chairId },
    tablet: (await app.tablet(shop)).tabletId,
  };
}
