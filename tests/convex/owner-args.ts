/**
 * Arguments for every function of owners and of the desk, naming rows of one shop. A function without them fails
 * authorization.test.ts.
 */
import { api } from "../../convex/_generated/api.js";
import { defaultHours } from "../../convex/business/rules/hours.ts";
import { must } from "../../convex/base/rules/errors.ts";
import type { Args } from "./calling.ts";
import { newSecret, type App, type Shop } from "./open-app.ts";
import { getFunctionName as nameOf } from "convex/server";
import { press } from "./base/calls.ts";

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

const paginationOpts = { numItems: 5, cursor: null };

/** Arguments that name rows of one shop. */
export const ownerArgs: Record<string, (shop: Shop & Things) => Args> = {
  [nameOf(api.account.current.completeSetup)]: () => ({
    ...{ name: "New", phone: null, description: null, slotMinutes: 15 },
    operatingHours: defaultHours,
  }),
  [nameOf(api.messages.alerts.ofQueue)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.reports.recentWaits.waitHistory)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.booking.appointments.days)]: ({ queueId }) => ({
    queueId,
    day: "2026-11-20",
  }),
  [nameOf(api.booking.appointments.move)]: ({ waiting }) => ({
    ticketId: waiting,
    startsAt: 0,
  }),
  [nameOf(api.booking.appointments.ofDay)]: ({ queueId }) => ({
    queueId,
    day: "2026-11-20",
  }),
  [nameOf(api.admin.audit.ofMine)]: () => ({
    paginationOpts: { numItems: 5, cursor: null },
  }),
  [nameOf(api.billing.payments.confirmCheckout)]: () => ({ sessionId: "cs_1" }),
  [nameOf(api.billing.payments.invoices)]: () => ({}),
  [nameOf(api.billing.payments.openPortal)]: () => ({}),
  [nameOf(api.billing.payments.previewUpgrade)]: () => ({ plan: "pro" }),
  [nameOf(api.billing.payments.startCheckout)]: () => ({ plan: "starter" }),
  [nameOf(api.billing.payments.upgrade)]: () => ({ plan: "pro" }),
  [nameOf(api.profile.addresses.change)]: () => ({ wanted: "New" }),
  [nameOf(api.profile.addresses.make)]: () => ({}),
  [nameOf(api.profile.addresses.own)]: () => ({}),
  [nameOf(api.profile.businesses.clearNotice)]: () => ({}),
  [nameOf(api.profile.businesses.profile)]: () => ({}),
  [nameOf(api.profile.businesses.saveProfile)]: () => ({
    ...{ name: "New", phone: null, description: null, slotMinutes: 15 },
    ...{ operatingHours: defaultHours, specialDays: [] },
    ...{ walkInsOnlyWhenOpen: true, almostAt: 3, timezone: "Asia/Tokyo" },
    ...{ country: "JP", clock: "h12", whenUnmarked: "came", graceMinutes: 9 },
    boardNames: "initials",
  }),
  [nameOf(api.profile.businesses.setNotice)]: () => ({
    minutes: 15,
    lasts: 60,
  }),
  [nameOf(api.calendar.feed.current)]: () => ({}),
  [nameOf(api.calendar.feed.make)]: () => ({ secret: "s".repeat(32) }),
  [nameOf(api.calendar.feed.remove)]: () => ({}),
  [nameOf(api.calendar.connection.connect)]: () => ({}),
  [nameOf(api.calendar.connection.disconnect)]: () => ({}),
  [nameOf(api.calendar.connection.finish)]: () => ({
    state: "s".repeat(32),
    code: "4/0a",
  }),
  [nameOf(api.calendar.connection.look)]: () => ({}),
  [nameOf(api.calendar.connection.status)]: () => ({}),
  [nameOf(api.desk.actions.addWalkIn)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.desk.actions.board)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.desk.actions.bringBack)]: ({ called }) => ({ ticketId: called }),
  [nameOf(api.desk.actions.call)]: ({ waiting }) => ({ ticketId: waiting }),
  [nameOf(api.desk.actions.callFirst)]: () => ({}),
  [nameOf(api.desk.actions.callNext)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.desk.actions.callNow)]: ({ waiting }) => ({ ticketId: waiting }),
  [nameOf(api.desk.actions.checkIn)]: ({ waiting }) => ({ ticketId: waiting }),
  [nameOf(api.desk.actions.dismiss)]: ({ called }) => ({ ticketId: called }),
  [nameOf(api.desk.actions.done)]: ({ called }) => ({ ticketId: called }),
  [nameOf(api.desk.actions.edit)]: ({ waiting }) => ({
    ticketId: waiting,
    note: "Fringe",
  }),
  [nameOf(api.desk.actions.find)]: ({ queueId }) => ({ queueId, asked: "1" }),
  [nameOf(api.desk.actions.history)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.desk.actions.move)]: ({ waiting }) => ({
    ...{ ticketId: waiting, places: 1, reason: "agreed" },
  }),
  [nameOf(api.desk.actions.moveOneBack)]: ({ eventId }) => ({ eventId }),
  [nameOf(api.desk.actions.keepCrowd)]: ({ queueId }) => ({
    queueId,
    crowdId: "gone",
  }),
  [nameOf(api.desk.actions.noShow)]: ({ called }) => ({ ticketId: called }),
  [nameOf(api.desk.actions.notHere)]: ({ called }) => ({ ticketId: called }),
  "desk/actions:opened": () => ({}),
  [nameOf(api.desk.actions.recall)]: ({ called }) => ({ ticketId: called }),
  [nameOf(api.desk.actions.remove)]: ({ called }) => ({ ticketId: called }),
  [nameOf(api.desk.actions.removeCrowd)]: ({ queueId }) => ({
    queueId,
    crowdId: "gone",
  }),
  [nameOf(api.desk.actions.removeTest)]: ({ waiting }) => ({
    ticketId: waiting,
  }),
  [nameOf(api.desk.actions.reset)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.desk.actions.returnToQueue)]: ({ called }) => ({
    ticketId: called,
  }),
  [nameOf(api.desk.actions.serve)]: ({ called }) => ({ ticketId: called }),
  [nameOf(api.desk.actions.skip)]: ({
    queueId,
    waiting: expectedTicketId,
  }) => ({ ...{ queueId, expectedTicketId } }),
  [nameOf(api.desk.actions.stats)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.desk.actions.transfer)]: ({ waiting, spare }) => ({
    ...{ ticketId: waiting, queueId: spare },
  }),
  [nameOf(api.desk.actions.undo)]: ({ eventId }) => ({ eventId }),
  [nameOf(api.privacy.erase.ownAccount)]: () => ({
    businessName: "Not theirs",
    password: "x",
  }),
  [nameOf(api.privacy.exports.current)]: () => ({}),
  [nameOf(api.privacy.exports.start)]: () => ({}),
  [nameOf(api.privacy.exports.take)]: () => ({}),
  [nameOf(api.reports.feedback.recent)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.profile.files.removeLogo)]: () => ({}),
  [nameOf(api.profile.files.setLogo)]: () => ({ picture: new ArrayBuffer(1) }),
  [nameOf(api.reports.people.mine)]: () => ({
    from: "2026-11-20",
    to: "2026-11-21",
  }),
  [nameOf(api.reports.people.sums)]: () => ({
    from: "2026-11-20",
    to: "2026-11-21",
  }),
  [nameOf(api.reports.periods.began)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.reports.periods.lost)]: () => ({
    from: "2026-11-20",
    to: "2026-11-21",
  }),
  [nameOf(api.reports.periods.rows)]: () => ({
    from: "2026-11-20",
    to: "2026-11-21",
  }),
  [nameOf(api.reports.periods.sums)]: ({ queueId }) => ({
    from: "2026-11-20",
    to: "2026-11-21",
    queueId,
  }),
  [nameOf(api.messages.sms.panel)]: () => ({}),
  [nameOf(api.messages.sms.recent)]: () => ({}),
  [nameOf(api.messages.sms.removeCredentials)]: () => ({}),
  [nameOf(api.messages.sms.saveCredentials)]: () => ({
    sid: "AC1",
    token: "t",
    from: "1",
  }),
  [nameOf(api.messages.sms.saveTemplate)]: () => ({
    name: "late",
    text: "Late",
  }),
  [nameOf(api.messages.sms.send)]: ({ waiting: ticketId }) => ({
    ...{ ticketId, body: "Hello", requestKey: "k" },
  }),
  [nameOf(api.support.owner.markRead)]: ({ thread }) => ({ threadId: thread }),
  [nameOf(api.support.owner.messages)]: ({ thread }) => ({
    threadId: thread,
    paginationOpts,
  }),
  [nameOf(api.support.owner.own)]: () => ({ paginationOpts }),
  [nameOf(api.support.owner.reply)]: ({ thread }) => ({
    threadId: thread,
    text: "Hello",
  }),
  [nameOf(api.support.owner.send)]: () => ({ subject: "Chart", text: "Hello" }),
  [nameOf(api.support.owner.thread)]: ({ thread }) => ({ threadId: thread }),
  [nameOf(api.support.owner.unread)]: () => ({}),
  [nameOf(api.team.invitations.invite)]: () => ({
    ...{ email: "", name: "Kim", role: "staff" },
  }),
  [nameOf(api.team.invitations.revoke)]: ({ invitation }) => ({
    invitationId: invitation,
  }),
  [nameOf(api.team.people.changeRole)]: ({ staffId }) => ({
    ...{ personId: staffId, role: "staff" },
  }),
  [nameOf(api.team.people.coverPhones)]: () => ({ covers: true }),
  [nameOf(api.team.people.leave)]: () => ({}),
  [nameOf(api.team.people.list)]: () => ({}),
  [nameOf(api.team.people.remove)]: ({ staffId }) => ({ personId: staffId }),
  [nameOf(api.team.people.rename)]: ({ staffId }) => ({
    ...{ personId: staffId, name: "Kim" },
  }),
  [nameOf(api.team.tablets.add)]: () => ({ name: "Window" }),
  [nameOf(api.team.tablets.end)]: ({ tablet }) => ({ tabletId: tablet }),
  [nameOf(api.team.tablets.list)]: () => ({}),
  [nameOf(api.team.tablets.needPins)]: () => ({ needed: false }),
  [nameOf(api.team.tablets.ownPin)]: () => ({}),
  [nameOf(api.team.tablets.setPin)]: ({ staffId }) => ({
    ...{ personId: staffId, pin: "1234" },
  }),
  [nameOf(api.desk.chairs.change)]: ({ chair, queueId }) => ({
    ...{ chairId: chair, name: "Window", queueIds: [queueId] },
  }),
  [nameOf(api.desk.chairs.create)]: ({ queueId }) => ({
    ...{ name: "Door", queueIds: [queueId] },
  }),
  [nameOf(api.desk.chairs.leave)]: ({ chair }) => ({ chairId: chair }),
  [nameOf(api.desk.chairs.list)]: () => ({}),
  [nameOf(api.desk.chairs.remove)]: ({ chair }) => ({ chairId: chair }),
  [nameOf(api.desk.chairs.setWord)]: () => ({ word: "room" }),
  [nameOf(api.desk.chairs.take)]: ({ chair }) => ({ chairId: chair }),
  [nameOf(api.desk.chairs.turn)]: ({ chair }) => ({
    ...{ chairId: chair, to: "on" },
  }),
  [nameOf(api.desk.queues.create)]: () => ({ name: "New" }),
  [nameOf(api.desk.queues.list)]: () => ({}),
  [nameOf(api.desk.queues.remove)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.desk.queues.resume)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.desk.queues.setChairs)]: ({ queueId }) => ({
    queueId,
    chairs: 2,
  }),
  [nameOf(api.desk.queues.setPause)]: ({ queueId }) => ({
    queueId,
    until: null,
  }),
  [nameOf(api.desk.queues.setActive)]: ({ queueId }) => ({
    queueId,
    isActive: false,
  }),
  [nameOf(api.desk.queues.setTakesBookings)]: ({ queueId }) => ({
    queueId,
    takesBookings: false,
  }),
  [nameOf(api.desk.queues.update)]: ({ queueId }) => ({ queueId, name: "New" }),
};

/** Arguments that name rows of this shop. */
export const argsOf = (path: string, shop: Shop & Things): Args =>
  must(ownerArgs[path], path)(shop);

/** A shop with two people in its line, one of them called, a second queue, and a message to support. */
export async function furnishedShop(app: App): Promise<Shop & Things> {
  const shop = await app.shop();
  const { queueId, owner } = shop;
  await app.join(queueId);
  const secret = await app.join(queueId);
  const first = await press(owner, api.desk.actions.callNext, { queueId });
  if (!first.ok) throw new Error(first.code);
  const more = await owner.mutation(api.desk.queues.create, { name: "Colour" });
  if (!more.ok) throw new Error(more.code);
  const board = await owner.query(api.desk.actions.board, { queueId });
  const waiting = must(board.waiting[0], "waiting").ticketId;
  const { ticketId: called, eventId } = first;
  const letter = { subject: "Chart", text: "It is empty." };
  const sent = await owner.mutation(api.support.owner.send, letter);
  if (!sent.ok) throw new Error(sent.code);
  const { threadId: thread } = sent;
  const spare = more.queueId;
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
  const made = await owner.mutation(api.desk.chairs.create, settings);
  if (!made.ok) throw new Error(made.code);
  return {
    ...{ ...shop, waiting, called, eventId, secret, spare, thread },
    ...{ staffId, invitation, chair: made.chairId },
    tablet: (await app.tablet(shop)).tabletId,
  };
}
