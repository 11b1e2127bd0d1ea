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
    `You'll get no more e-mails about bookings from ${business}. Your bookings stay as they are.`,
  overNewsletter: "You'll get no more news from Yourturn.",
  unknownTitle: "This link doesn't work",
  unknown:
    "It's incomplete, or the shop has left Yourturn. Try the link in a newer e-mail.",
  loading: "Checking the link...",
  failed: "That didn't work. Please try again.",
});
