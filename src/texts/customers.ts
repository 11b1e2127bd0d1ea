/** The table of customers in the language of the page. Read when the app is loaded, which is after the language. */
import { customers as english } from "./en/customers";
import { tableOf } from "./language";

export const customers = tableOf("customers", english);
