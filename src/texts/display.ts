/** The table of the board on the wall in the language of the page. */
import { display as english } from "./en/display";
import { tableOf } from "./language";

export const display = tableOf("display", english);
