/**
 * Every public function of the app with the level of access it is meant to
 * have. A function without a row here fails surface.test.ts and
 * authorization.test.ts.
 */

/**
 * - `public`: anybody, and the answer holds nothing private;
 * - `customer`: opened by a ticket's secret, an argument;
 * - `user`: anybody who is signed in;
 * - `owner`: signed in, own business only;
 * - `subscriber`: the same, and the subscription is good;
 * - `admin`: signed in, platform admin;
 * - `library`: @convex-dev/auth's, which declares no returns.
 */
export type Access =
  "public" | "user" | "customer" | "owner" | "subscriber" | "admin" | "library";

export const surface: Readonly<Record<string, Access>> = {
  "account:completeSetup": "owner",
  "account:me": "public",
  "account:requestPasswordReset": "public",
  "account:signOutEverywhere": "user",
  "auth:signIn": "library",
  "auth:signOut": "library",
  "billing:confirmCheckout": "owner",
  "billing:invoices": "owner",
  "billing:openPortal": "owner",
  "billing:previewUpgrade": "owner",
  "billing:startCheckout": "owner",
  "billing:upgrade": "owner",
  "bookings:book": "customer",
  "bookings:move": "customer",
  "businesses:publicProfile": "public",
  "businesses:saveVisitRules": "owner",
  "desk:addWalkIn": "owner",
  "desk:board": "owner",
  "desk:bringBack": "owner",
  "desk:call": "owner",
  "desk:callNext": "owner",
  "desk:callNow": "owner",
  "desk:dismiss": "owner",
  "desk:done": "owner",
  "desk:keepCrowd": "owner",
  "desk:noShow": "owner",
  "desk:notHere": "owner",
  "desk:opened": "owner",
  "desk:recall": "owner",
  "desk:remove": "owner",
  "desk:removeCrowd": "owner",
  "desk:reset": "owner",
  "desk:returnToQueue": "owner",
  "desk:serve": "owner",
  "desk:skip": "owner",
  "desk:stats": "owner",
  "desk:undo": "owner",
  "display:board": "public",
  "feedback:give": "customer",
  "feedback:recent": "owner",
  "files:check": "public",
  "files:testWrite": "admin",
  "queues:create": "subscriber",
  "queues:list": "owner",
  "queues:publicList": "public",
  "queues:remove": "subscriber",
  "queues:resume": "owner",
  "queues:setActive": "subscriber",
  "queues:setChairs": "owner",
  "queues:setPause": "owner",
  "queues:update": "subscriber",
  "reports:lost": "owner",
  "reports:rows": "owner",
  "reports:sums": "owner",
  "services:current": "public",
  "slots:ofDay": "public",
  "tickets:acknowledge": "customer",
  "tickets:join": "customer",
  "tickets:leave": "customer",
  "tickets:line": "public",
  "tickets:mine": "customer",
  "tickets:wasServed": "customer",
  "visits:look": "public",
};
