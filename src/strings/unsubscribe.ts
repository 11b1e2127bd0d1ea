/** The page behind an e-mail's link, which ends such e-mails. */
import { strings } from "./language/language";

export const unsubscribe = strings("unsubscribe", {
  title: "Stop these e-mails?",
  ofShop: (business: string) =>
    `${business} sends you e-mails about bookings. If you stop them, your bookings stay as they are.`,
  ofNewsletter: "Yourturn sends you its news by e-mail.",
  stop: "Stop these e-mails",
  stopping: "Stopping...",
  overTitle: "Stopped",
  overShop: (business: string) =>
    `${business} sends you no more e-mails about bookings. Your bookings stay as they are.`,
  overNewsletter: "Yourturn sends you no more news.",
  unknownTitle: "This link does not work",
  unknown:
    "It is not complete, or its shop is not here any more. Try the link in a newer e-mail.",
  loading: "Looking at the link...",
  failed: "That did not work. Please try again.",
});
