/**
 * Every public function of the app with the level of access it is meant to
 * have. A function without a row here fails surface.test.ts and
 * authorization.test.ts.
 */

/**
 * - `public`: anybody, and the answer holds nothing private;
 * - `customer`: opened by a ticket's secret, an argument;
 * - `user`: anybody who is signed in;
 * - `counter`: who may work at the business's counter, own business only;
 * - `owner`: signed in, own business only;
 * - `subscriber`: the same, and the subscription is good;
 * - `admin`: a platform admin in the portal;
 * - `confirmedAdmin`: the same, who has just given their password;
 * - `library`: @convex-dev/auth's, which declares no returns.
 */
export type Access =
  | "public"
  | "user"
  | "customer"
  | "counter"
  | "owner"
  | "subscriber"
  | "admin"
  | "confirmedAdmin"
  | "library";

export const surface: Readonly<Record<string, Access>> = {
  "account:completeSetup": "owner",
  "account:me": "public",
  "account:requestPasswordReset": "public",
  "account:signOutEverywhere": "user",
  "admins:grant": "confirmedAdmin",
  "admins:list": "admin",
  "admins:revoke": "confirmedAdmin",
  "alerts:ofQueue": "counter",
  "alerts:pageRang": "customer",
  "alerts:pushKey": "public",
  "alerts:subscribePush": "customer",
  "alerts:unsubscribePush": "customer",
  "analytics:waitHistory": "counter",
  "appointments:days": "counter",
  "appointments:move": "counter",
  "appointments:ofDay": "counter",
  "audit:meant": "admin",
  "audit:ofMine": "owner",
  "audit:search": "admin",
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
  "businesses:clearNotice": "counter",
  "businesses:profile": "owner",
  "businesses:publicProfile": "public",
  "businesses:saveProfile": "owner",
  "businesses:setNotice": "counter",
  "calendarFeed:current": "owner",
  "calendarFeed:make": "owner",
  "calendarFeed:remove": "owner",
  "credentials:changePassword": "owner",
  "credentials:finishEmailChange": "owner",
  "credentials:startEmailChange": "owner",
  "calendar:connect": "owner",
  "calendar:disconnect": "owner",
  "calendar:finish": "owner",
  "calendar:look": "owner",
  "calendar:status": "owner",
  "desk:addWalkIn": "counter",
  "desk:board": "counter",
  "desk:bringBack": "counter",
  "desk:call": "counter",
  "desk:callNext": "counter",
  "desk:callNow": "counter",
  "desk:dismiss": "counter",
  "desk:done": "counter",
  "desk:edit": "counter",
  "desk:find": "counter",
  "desk:history": "counter",
  "desk:keepCrowd": "counter",
  "desk:move": "counter",
  "desk:noShow": "counter",
  "desk:notHere": "counter",
  "desk:opened": "counter",
  "desk:recall": "counter",
  "desk:remove": "counter",
  "desk:removeCrowd": "counter",
  "desk:removeTest": "counter",
  "desk:reset": "counter",
  "desk:returnToQueue": "counter",
  "desk:serve": "counter",
  "desk:skip": "counter",
  "desk:stats": "counter",
  "desk:transfer": "counter",
  "desk:undo": "counter",
  "directory:business": "admin",
  "directory:participants": "admin",
  "directory:queues": "admin",
  "directory:search": "admin",
  "directory:showPhones": "admin",
  "directory:totals": "admin",
  "display:board": "public",
  "erase:ownAccount": "owner",
  "exports:current": "owner",
  "exports:start": "owner",
  "exports:take": "owner",
  "feedback:give": "customer",
  "feedback:recent": "owner",
  "files:check": "public",
  "files:removeLogo": "owner",
  "files:setLogo": "owner",
  "files:testWrite": "admin",
  "mails:subscription": "public",
  "mails:unsubscribe": "public",
  "queues:create": "subscriber",
  "queues:list": "owner",
  "queues:publicList": "public",
  "queues:remove": "subscriber",
  "queues:resume": "counter",
  "queues:setActive": "subscriber",
  "queues:setChairs": "counter",
  "queues:setTakesBookings": "subscriber",
  "queues:setPause": "counter",
  "queues:update": "subscriber",
  "reports:lost": "owner",
  "reports:rows": "owner",
  "reports:sums": "owner",
  "services:current": "public",
  "slots:look": "public",
  "slots:ofDay": "public",
  "sms:panel": "owner",
  "sms:recent": "owner",
  "sms:removeCredentials": "owner",
  "sms:saveCredentials": "owner",
  "sms:saveTemplate": "owner",
  "sms:send": "owner",
  "tickets:acknowledge": "customer",
  "tickets:join": "customer",
  "tickets:leave": "customer",
  "tickets:line": "public",
  "tickets:mine": "customer",
  "tickets:wasServed": "customer",
  "viewing:begin": "admin",
  "viewing:end": "admin",
  "visits:look": "public",
};
