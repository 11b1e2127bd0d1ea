/** The table of texts to customers in the language of the page. Read when their panel is loaded, which is after the language. */
import { messages as english } from "./en/messages";
import { tableOf } from "./language";

export const messages = tableOf("messages", english);
