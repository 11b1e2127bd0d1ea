/** The table of the directory in the language of the page. Read when the app is loaded, which is after the language. */
import { directory as english } from "./en/directory";
import { tableOf } from "./language";

export const directory = tableOf("directory", english);
