/** The table of price lists in the language of the page. Read when the app is loaded, which is after the language. */
import { priceList as english } from "./en/price-list";
import { tableOf } from "./language";

export const priceList = tableOf("priceList", english);
