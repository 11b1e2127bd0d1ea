/** The table of whoever is signed in in the language of the page. Read when the app is loaded, which is after the language. */
import { signedIn as english } from "./en/signed-in";
import { tableOf } from "./language";

export const signedIn = tableOf("signedIn", english);
