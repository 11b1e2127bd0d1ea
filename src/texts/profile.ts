/** The table of the business's profile in the language of the page. Read when the app is loaded, which is after the language. */
import { profile as english } from "./en/profile";
import { tableOf } from "./language";

export const profile = tableOf("profile", english);
