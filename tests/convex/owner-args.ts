/** Arguments for every function of owners and of the counter, that name the things of one shop: a function without them fails authorization.test.ts. */
import { api } from "../../convex/_generated/api.js";
import { defaultHours } from "../../convex/model/hours.ts";
import { must } from "../../convex/model/errors.ts";
import type { Args } from "./calling.ts";
import { newSecret, type App, type Shop } from "./open-app.ts";

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
  "account:completeSetup": () => ({
    name: "New",
    phone: null,
    description: null,
    slotMinutes: 15,
    operatingHours: defaultHours,
  }),
  "alerts:ofQueue": ({ queueId }) => ({ queueId }),
  "analytics:waitHistory": ({ queueId }) => ({ queueId }),
  "appointments:days": ({ queueId }) => ({ queueId, day: "2026-11-20" }),
  "appointments:move": ({ waiting }) => ({ ticketId: waiting, startsAt: 0 }),
  "appointments:ofDay": ({ queueId }) => ({ queueId, day: "2026-11-20" }),
  "audit:ofMine": () => ({ paginationOpts: { numItems: 5, cursor: null } }),
  "billing:confirmCheckout": () => ({ sessionId: "cs_1" }),
  "billing:invoices": () => ({}),
  "billing:openPortal": () => ({}),
  "billing:previewUpgrade": () => ({ plan: "pro" }),
  "billing:startCheckout": () => ({ plan: "starter" }),
  "billing:upgrade": () => ({ plan: "pro" }),
  "businesses:clearNotice": () => ({}),
  "businesses:profile": () => ({}),
  "businesses:saveProfile": () => ({
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
  "businesses:setNotice": () => ({ minutes: 15, lasts: 60 }),
  "calendarFeed:current": () => ({}),
  "calendarFeed:make": () => ({ secret: "s".repeat(32) }),
  "calendarFeed:remove": () => ({}),
  "calendar:connect": () => ({}),
  "calendar:disconnect": () => ({}),
  "calendar:finish": () => ({ state: "s".repeat(32), code: "4/0a" }),
  "calendar:look": () => ({}),
  "calendar:status": () => ({}),
  "credentials:changePassword": () => ({
    ...{ password: "", newPassword: "", device: null },
  }),
  "credentials:startEmailChange": () => ({
    ...{ email: "", password: "", device: null },
  }),
  "desk:addWalkIn": ({ queueId }) => ({ queueId }),
  "desk:board": ({ queueId }) => ({ queueId }),
  "desk:bringBack": ({ called }) => ({ ticketId: called }),
  "desk:call": ({ waiting }) => ({ ticketId: waiting }),
  "desk:callNext": ({ queueId }) => ({ queueId }),
  "desk:callNow": ({ waiting }) => ({ ticketId: waiting }),
  "desk:dismiss": ({ called }) => ({ ticketId: called }),
  "desk:done": ({ called }) => ({ ticketId: called }),
  "desk:edit": ({ waiting }) => ({ ticketId: waiting, note: "Fringe" }),
  "desk:find": ({ queueId }) => ({ queueId, asked: "1" }),
  "desk:history": ({ queueId }) => ({ queueId }),
  "desk:move": ({ waiting }) => ({
    ...{ ticketId: waiting, places: 1, reason: "agreed" },
  }),
  "desk:keepCrowd": ({ queueId }) => ({ queueId, crowdId: "gone" }),
  "desk:noShow": ({ called }) => ({ ticketId: called }),
  "desk:notHere": ({ called }) => ({ ticketId: called }),
  "desk:opened": () => ({}),
  "desk:recall": ({ called }) => ({ ticketId: called }),
  "desk:remove": ({ called }) => ({ ticketId: called }),
  "desk:removeCrowd": ({ queueId }) => ({ queueId, crowdId: "gone" }),
  "desk:removeTest": ({ waiting }) => ({ ticketId: waiting }),
  "desk:reset": ({ queueId }) => ({ queueId }),
  "desk:returnToQueue": ({ called }) => ({ ticketId: called }),
  "desk:serve": ({ called }) => ({ ticketId: called }),
  "desk:skip": ({ queueId, waiting: expectedTicketId }) => ({
    ...{ queueId, expectedTicketId },
  }),
  "desk:stats": ({ queueId }) => ({ queueId }),
  "desk:transfer": ({ waiting, spare }) => ({
    ...{ ticketId: waiting, queueId: spare },
  }),
  "desk:undo": ({ eventId }) => ({ eventId }),
  "erase:ownAccount": () => ({ businessName: "Not theirs", password: "x" }),
  "exports:current": () => ({}),
  "exports:start": () => ({}),
  "exports:take": () => ({}),
  "feedback:recent": ({ queueId }) => ({ queueId }),
  "files:removeLogo": () => ({}),
  "files:setLogo": () => ({ picture: new ArrayBuffer(1) }),
  "reports:lost": () => ({ from: "2026-11-20", to: "2026-11-21" }),
  "reports:rows": () => ({ from: "2026-11-20", to: "2026-11-21" }),
  "reports:sums": ({ queueId }) => ({
    from: "2026-11-20",
    to: "2026-11-21",
    queueId,
  }),
  "sms:panel": () => ({}),
  "sms:recent": () => ({}),
  "sms:removeCredentials": () => ({}),
  "sms:saveCredentials": () => ({ sid: "AC1", token: "t", from: "1" }),
  "sms:saveTemplate": () => ({ name: "late", text: "Late" }),
  "sms:send": ({ waiting: ticketId }) => ({
    ...{ ticketId, body: "Hello", requestKey: "k" },
  }),
  "support:markRead": ({ thread }) => ({ threadId: thread }),
  "support:messages": ({ thread }) => ({ threadId: thread, paginationOpts }),
  "support:own": () => ({ paginationOpts }),
  "support:reply": ({ thread }) => ({ threadId: thread, text: "Hello" }),
  "support:send": () => ({ subject: "Chart", text: "Hello" }),
  "support:thread": ({ thread }) => ({ threadId: thread }),
  "support:unread": () => ({}),
  "queues:create": () => ({ name: "New" }),
  "queues:list": () => ({}),
  "queues:remove": ({ queueId }) => ({ queueId }),
  "queues:resume": ({ queueId }) => ({ queueId }),
  "queues:setChairs": ({ queueId }) => ({ queueId, chairs: 2 }),
  "queues:setPause": ({ queueId }) => ({ queueId, until: null }),
  "queues:setActive": ({ queueId }) => ({ queueId, isActive: false }),
  "queues:setTakesBookings": ({ queueId }) => ({
    queueId,
    takesBookings: false,
  }),
  "queues:update": ({ queueId }) => ({ queueId, name: "New" }),
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
