/** Every key of the product, in one place, so that no two features share one by accident. */
// One by one, so that a page carries only its own.

export const theme = "yourturn.theme";
/** For the display, which is not a person's page. */
export const boardTheme = "yourturn.boardTheme";
export const boardVoice = "yourturn.boardVoice";
export const tickets = "yourturn.tickets";
/** The last call of a ticket that this tab has shown, audible or not. */
export const shownCall = (secret: string) => `yourturn.shown.${secret}`;
/** Pushes were switched off in this browser. */
export const pushOff = "yourturn.pushOff";
export const pendingJoin = "yourturn.pendingJoin";
/** The name typed in the join form, until it is joined; in this tab. */
export const joinName = "yourturn.joinName";
export const look = "yourturn.look";
export const sidebar = "yourturn.sidebar";
export const phoneTab = "yourturn.tab";
export const deskKeys = "yourturn.deskKeys";
export const device = "yourturn.device";
export const deskOutbox = (userId: string) => `yourturn.outbox.${userId}`;
/** Somebody left the shop's tablet, in this tab: a reload without a connection must not bring them back. */
export const tabletLeft = "yourturn.tabletLeft";
/** The secret of the invitation that a log-in leads back to; in this tab. */
export const invitation = "yourturn.invitation";
/** Unsent text of a form; one per browser, or for support per tab. Deleted with the session. */
export const draft = (form: "setup" | "profile" | "support") =>
  `yourturn.draft.${form}`;
export const selectedQueue = (userId: string) => `yourturn.queue.${userId}`;
/** The counter shows only one's own people. */
export const onlyMine = (userId: string) => `yourturn.onlyMine.${userId}`;
export const seenPlan = (userId: string) => `yourturn.plan.${userId}`;
