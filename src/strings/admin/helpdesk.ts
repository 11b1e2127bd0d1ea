/** The admins' support page (/admin/support). The strings shared with owners are in support.ts. */
import { strings } from "../language/language";

export const helpdesk = strings("helpdesk", {
  menu: "Support",
  title: "Support",
  write: "Send Support Message",
  writeMeaning: (byMail: boolean) =>
    byMail
      ? "To the owner of a business. They also get it by e-mail."
      : "To the owner of a business.",
  find: "Find",
  findHint: "E-mail or business id",
  search: "Search",
  clear: "Clear search",
  filter: "Status",
  all: "All",
  status: { open: "Open", pending: "Pending", resolved: "Resolved" },
  columns: {
    from: "Business",
    subject: "Subject",
    status: "Status",
    last: "Last message",
    actions: "Actions",
  },
  caption: "Support messages, newest first",
  respond: "Respond",
  /** For one row, for screen readers. */
  respondTo: (subject: string, business: string) =>
    `Respond to ${subject}, ${business}`,
  empty: "Nobody has written yet.",
  noneIn: (status: string) => `No messages with the status '${status}'.`,
  noneOf: (of: string) => `No messages from '${of}'.`,
  back: "All messages",
  setStatus: "Status",
  statusSet: (status: string) => `Status set to ${status}`,
  statusFailed: "The status could not be set. Please try again.",
  answer: "Your answer",
  send: "Send answer",
  answered: "Answer sent",
  /** For a message whose writer's account was deleted. */
  someAdmin: "An admin",
  answerMeaning: (byMail: boolean) =>
    byMail
      ? "The owner sees it right away and also gets it by e-mail."
      : "The owner sees it right away.",
});
