/** The page behind an e-mail's link, which ends such e-mails. */
import { strings } from "./language/language";

export const unsubscribe = strings("unsubscribe", {
  title: "End these e-mails",
  ofShop: (business: string) =>
    `You will get no more e-mails about bookings at ${business}. Bookings stay as they are.`,
  ofNewsletter: "You will get no more news from Yourturn.",
  end: "End these e-mails",
  ending: "Ending...",
  overTitle: "Ended",
  overShop: (business: string) =>
    `${business} sends you no more e-mails about bookings.`,
  overNewsletter: "Yourturn sends you no more news.",
  unknownTitle: "This link does not work",
  unknown:
    "It is not complete, or its shop is not here any more. Try the link in a newer e-mail.",
  loading: "Looking at the link...",
  failed: "That did not work. Please try again.",
});
