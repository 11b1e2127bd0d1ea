/** Arguments for every function of owners and of the counter, that name the things of one shop: a function without them fails authorization.test.ts. */
import { api } from "../../convex/_generated/api.js";
import { defaultHours } from "../../convex/model/hours.ts";
import { must } from "../../convex/model/errors.ts";
import type { Args } from "./calling.ts";
import { newSecret, type App, type Shop } from "./open-app.ts";
import { getFunctionName as nameOf } from "convex/server";

/** What belongs to one shop and can be named in an argument. */
export type Things = {
  waiting: string;
  /** Another queue. */
  spare: string;
  called: string;
  eventId: string;
  /** A message to support. */
  thread: string;
  secret: string;
};

const paginationOpts = { numItems: 5, cursor: null };

/** Arguments that name the things of one shop. */
export const ownerArgs: Record<string, (shop: Shop & Things) => Args> = {
  [nameOf(api.account.completeSetup)]: () => ({
    name: "New",
    phone: null,
    description: null,
    slotMinutes: 15,
    operatingHours: defaultHours,
  }),
  [nameOf(api.alerts.ofQueue)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.analytics.waitHistory)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.appointments.days)]: ({ queueId }) => ({
    queueId,
    day: "2026-11-20",
  }),
  [nameOf(api.appointments.move)]: ({ waiting }) => ({
    ticketId: waiting,
    startsAt: 0,
  }),
  [nameOf(api.appointments.ofDay)]: ({ queueId }) => ({
    queueId,
    day: "2026-11-20",
  }),
  [nameOf(api.audit.ofMine)]: () => ({
    paginationOpts: { numItems: 5, cursor: null },
  }),
  [nameOf(api.billing.confirmCheckout)]: () => ({ sessionId: "cs_1" }),
  [nameOf(api.billing.invoices)]: () => ({}),
  [nameOf(api.billing.openPortal)]: () => ({}),
  [nameOf(api.billing.previewUpgrade)]: () => ({ plan: "pro" }),
  [nameOf(api.billing.startCheckout)]: () => ({ plan: "starter" }),
  [nameOf(api.billing.upgrade)]: () => ({ plan: "pro" }),
  [nameOf(api.businesses.clearNotice)]: () => ({}),
  [nameOf(api.businesses.profile)]: () => ({}),
  [nameOf(api.businesses.saveProfile)]: () => ({
    name: "New",
    phone: null,
    description: null,
    slotMinutes: 15,
    operatingHours: defaultHours,
    specialDays: [],
    walkInsOnlyWhenOpen: true,
    almostAt: 3,
    timezone: "Asia/Tokyo",
    country: "JP",
    autoComplete: false,
    graceMinutes: 0,
    boardNames: "initials",
  }),
  [nameOf(api.businesses.setNotice)]: () => ({ minutes: 15, lasts: 60 }),
  [nameOf(api.calendarFeed.current)]: () => ({}),
  [nameOf(api.calendarFeed.make)]: () => ({ secret: "s".repeat(32) }),
  [nameOf(api.calendarFeed.remove)]: () => ({}),
  [nameOf(api.calendar.connect)]: () => ({}),
  [nameOf(api.calendar.disconnect)]: () => ({}),
  [nameOf(api.calendar.finish)]: () => ({
    state: "s".repeat(32),
    code: "4/0a",
  }),
  [nameOf(api.calendar.look)]: () => ({}),
  [nameOf(api.calendar.status)]: () => ({}),
  [nameOf(api.credentials.changePassword)]: () => ({
    ...{ password: "", newPassword: "", device: null },
  }),
  [nameOf(api.credentials.startEmailChange)]: () => ({
    ...{ email: "", password: "", device: null },
  }),
  [nameOf(api.desk.addWalkIn)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.desk.board)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.desk.bringBack)]: ({ called }) => ({ ticketId: called }),
  [nameOf(api.desk.call)]: ({ waiting }) => ({ ticketId: waiting }),
  [nameOf(api.desk.callNext)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.desk.callNow)]: ({ waiting }) => ({ ticketId: waiting }),
  [nameOf(api.desk.dismiss)]: ({ called }) => ({ ticketId: called }),
  [nameOf(api.desk.done)]: ({ called }) => ({ ticketId: called }),
  [nameOf(api.desk.edit)]: ({ waiting }) => ({
    ticketId: waiting,
    note: "Fringe",
  }),
  [nameOf(api.desk.find)]: ({ queueId }) => ({ queueId, asked: "1" }),
  [nameOf(api.desk.history)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.desk.move)]: ({ waiting }) => ({
    ...{ ticketId: waiting, places: 1, reason: "agreed" },
  }),
  [nameOf(api.desk.keepCrowd)]: ({ queueId }) => ({ queueId, crowdId: "gone" }),
  [nameOf(api.desk.noShow)]: ({ called }) => ({ ticketId: called }),
  [nameOf(api.desk.notHere)]: ({ called }) => ({ ticketId: called }),
  "desk:opened": () => ({}),
  [nameOf(api.desk.recall)]: ({ called }) => ({ ticketId: called }),
  [nameOf(api.desk.remove)]: ({ called }) => ({ ticketId: called }),
  [nameOf(api.desk.removeCrowd)]: ({ queueId }) => ({
    queueId,
    crowdId: "gone",
  }),
  [nameOf(api.desk.removeTest)]: ({ waiting }) => ({ ticketId: waiting }),
  [nameOf(api.desk.reset)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.desk.returnToQueue)]: ({ called }) => ({ ticketId: called }),
  [nameOf(api.desk.serve)]: ({ called }) => ({ ticketId: called }),
  [nameOf(api.desk.skip)]: ({ queueId, waiting: expectedTicketId }) => ({
    ...{ queueId, expectedTicketId },
  }),
  [nameOf(api.desk.stats)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.desk.transfer)]: ({ waiting, spare }) => ({
    ...{ ticketId: waiting, queueId: spare },
  }),
  [nameOf(api.desk.undo)]: ({ eventId }) => ({ eventId }),
  [nameOf(api.erase.ownAccount)]: () => ({
    businessName: "Not theirs",
    password: "x",
  }),
  [nameOf(api.exports.current)]: () => ({}),
  [nameOf(api.exports.start)]: () => ({}),
  [nameOf(api.exports.take)]: () => ({}),
  [nameOf(api.feedback.recent)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.files.removeLogo)]: () => ({}),
  [nameOf(api.files.setLogo)]: () => ({ picture: new ArrayBuffer(1) }),
  [nameOf(api.reports.lost)]: () => ({ from: "2026-11-20", to: "2026-11-21" }),
  [nameOf(api.reports.rows)]: () => ({ from: "2026-11-20", to: "2026-11-21" }),
  [nameOf(api.reports.sums)]: ({ queueId }) => ({
    from: "2026-11-20",
    to: "2026-11-21",
    queueId,
  }),
  [nameOf(api.sms.panel)]: () => ({}),
  [nameOf(api.sms.recent)]: () => ({}),
  [nameOf(api.sms.removeCredentials)]: () => ({}),
  [nameOf(api.sms.saveCredentials)]: () => ({
    sid: "AC1",
    token: "t",
    from: "1",
  }),
  [nameOf(api.sms.saveTemplate)]: () => ({ name: "late", text: "Late" }),
  [nameOf(api.sms.send)]: ({ waiting: ticketId }) => ({
    ...{ ticketId, body: "Hello", requestKey: "k" },
  }),
  [nameOf(api.support.markRead)]: ({ thread }) => ({ threadId: thread }),
  [nameOf(api.support.messages)]: ({ thread }) => ({
    threadId: thread,
    paginationOpts,
  }),
  [nameOf(api.support.own)]: () => ({ paginationOpts }),
  [nameOf(api.support.reply)]: ({ thread }) => ({
    threadId: thread,
    text: "Hello",
  }),
  [nameOf(api.support.send)]: () => ({ subject: "Chart", text: "Hello" }),
  [nameOf(api.support.thread)]: ({ thread }) => ({ threadId: thread }),
  [nameOf(api.support.unread)]: () => ({}),
  [nameOf(api.queues.create)]: () => ({ name: "New" }),
  [nameOf(api.queues.list)]: () => ({}),
  [nameOf(api.queues.remove)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.queues.resume)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.queues.setChairs)]: ({ queueId }) => ({ queueId, chairs: 2 }),
  [nameOf(api.queues.setPause)]: ({ queueId }) => ({ queueId, until: null }),
  [nameOf(api.queues.setActive)]: ({ queueId }) => ({
    queueId,
    isActive: false,
  }),
  [nameOf(api.queues.setTakesBookings)]: ({ queueId }) => ({
    queueId,
    takesBookings: false,
  }),
  [nameOf(api.queues.update)]: ({ queueId }) => ({ queueId, name: "New" }),
};

/** Arguments that name the things of this shop. */
export function argsOf(path: string, shop: Shop & Things): Args {
  return must(ownerArgs[path], path)(shop);
}

/** A shop with two in its line, one of them called, a second queue, and a message to support. */
export async function furnishedShop(app: App): Promise<Shop & Things> {
  const shop = await app.shop();
  const { queueId, owner } = shop;
  await app.join(queueId);
  const secret = await app.join(queueId);
  const first = await owner.mutation(api.desk.callNext, {
    queueId,
    requestKey: newSecret(),
  });
  if (!first.ok) throw new Error(first.code);
  const more = await owner.mutation(api.queues.create, { name: "Colour" });
  if (!more.ok) throw new Error(more.code);
  const board = await owner.query(api.desk.board, { queueId });
  const waiting = must(board.waiting[0], "waiting").ticketId;
  const { ticketId: called, eventId } = first;
  const letter = { subject: "Chart", text: "It is empty." };
  const sent = await owner.mutation(api.support.send, letter);
  if (!sent.ok) throw new Error(sent.code);
  const { threadId: thread } = sent;
  const spare = more.queueId;
  return { ...shop, waiting, called, eventId, secret, spare, thread };
}
