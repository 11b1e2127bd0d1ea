/**
 * Every public function of the app with the level of access it is meant to
 * have. A function without a row here fails surface.test.ts and
 * authorization.test.ts.
 */

/**
 * - `public`: anybody, and the answer holds nothing private;
 * - `customer`: opened by a ticket's secret, an argument;
 * - `owner`: signed in, own business only;
 * - `admin`: signed in, platform admin;
 * - `library`: @convex-dev/auth's, which declares no returns.
 */
export type Access = "public" | "customer" | "owner" | "admin" | "library";

export const surface: Readonly<Record<string, Access>> = {
  "account:me": "public",
  "auth:signIn": "library",
  "auth:signOut": "library",
  "businesses:publicProfile": "public",
  "desk:addWalkIn": "owner",
  "desk:board": "owner",
  "desk:call": "owner",
  "desk:callNext": "owner",
  "desk:callNow": "owner",
  "desk:done": "owner",
  "desk:noShow": "owner",
  "desk:recall": "owner",
  "desk:remove": "owner",
  "desk:reset": "owner",
  "desk:returnToQueue": "owner",
  "desk:serve": "owner",
  "desk:skip": "owner",
  "desk:stats": "owner",
  "desk:undo": "owner",
  "queues:create": "owner",
  "queues:list": "owner",
  "queues:publicList": "public",
  "queues:remove": "owner",
  "queues:setActive": "owner",
  "queues:update": "owner",
  "tickets:acknowledge": "customer",
  "tickets:join": "customer",
  "tickets:leave": "customer",
  "tickets:line": "public",
  "tickets:mine": "customer",
};
