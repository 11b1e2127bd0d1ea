/** The sentences of second factors, in the language of the page. Read when the card is loaded, which is after the language. */
import { secondFactor as english } from "./en/second-factor";
import { tableOf } from "./language";

export const secondFactor = tableOf("secondFactor", english);
