/** The table of the page that ends e-mails, in the language of the page. Read when the app is loaded, which is after the language. */
import { unsubscribe as english } from "./en/unsubscribe";
import { tableOf } from "./language";

export const unsubscribe = tableOf("unsubscribe", english);
