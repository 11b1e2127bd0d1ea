/** The table of payments in the language of the page. Read when the app is loaded, which is after the language. */
import { payment as english } from "./en/payment";
import { tableOf } from "./language";

export const payment = tableOf("payment", english);
