/** The table of the desk's windows in the language of the page. Read when the first of them is loaded, which is after the language. */
import { desk as english } from "./en/desk";
import { tableOf } from "./language";

export const desk = tableOf("desk", english);
