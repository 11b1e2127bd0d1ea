/** The table of the wizard in the language of the page. Read when the app is loaded, which is after the language. */
import { setup as english } from "./en/setup";
import { tableOf } from "./language";

export const setup = tableOf("setup", english);
