/** The table of sign-up and log-in in the language of the page. Read when the app is loaded, which is after the language. */
import { account as english } from "./en/account";
import { tableOf } from "./language";

export const account = tableOf("account", english);
