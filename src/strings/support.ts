/** Messages between owners and admins: the shared strings, and those of /support. */
import type {
  CommonRefusal,
  SupportRefusal,
} from "../../convex/base/rules/refusals";
import { refusalTexts, type RefusalTexts } from "./refusals/refusal-text";
import { strings } from "./language/language";

export const support = strings("support", {
  loading: "Loading messages...",
  failed: "The messages could not be loaded. Please try again.",
  form: {
    title: "Send Support Message",
    meaning: (byMail: boolean) =>
      `${byMail ? "We answer here and by e-mail." : "We answer here."} Messages are deleted 24 months after the last one.`,
    email: "E-mail",
    subject: "Subject",
    message: "Message",
    reply: "Your reply",
    send: "Send message",
    sendReply: "Send reply",
    sending: "Sending...",
    sent: "Message sent",
    failed: "The message could not be sent. Please try again.",
    offline: "You're offline. What you've typed stays here.",
  },
  list: {
    title: "Your messages",
    more: "Show more",
    unread: "New",
    /** Before the start of the last message. */
    you: (excerpt: string) => `You: ${excerpt}`,
    support: (excerpt: string) => `Support: ${excerpt}`,
  },
  /** As an owner reads it. */
  status: {
    open: "Waiting for an answer",
    pending: "Answered",
    resolved: "Resolved",
  },
  thread: {
    back: "All messages",
    gone: "This message isn't here. It may have been deleted.",
    earlier: "Show earlier messages",
    messages: "Messages",
    you: "You",
    support: "Yourturn support",
    arrived: (from: string) => `New message from ${from}`,
    reopens: "Your reply reopens this.",
  },
  refusals: {
    fieldsMissing: "Please fill out all fields",
    unknownOwner: "No business has this e-mail address.",
  } satisfies RefusalTexts<Exclude<SupportRefusal, CommonRefusal>>,
});

export const { refusalText, errorText } = refusalTexts<SupportRefusal>(
  support.refusals,
);
