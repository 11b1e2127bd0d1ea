/** The table of the page that a demo is asked for on in the language of the page. Read when the app is loaded, which is after the language. */
import { demo as english } from "./en/demo";
import { tableOf } from "./language";

export const demo = tableOf("demo", english);
