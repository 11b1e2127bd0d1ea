/** The table of customers in the language of the page. Read when the app is loaded, which is after the language. */
import type { CustomerRefusal } from "../../convex/base/rules/refusals";
import { customers as english } from "./en/customers";
import { tableOf } from "./language";
import { refusalTexts } from "./refusal-text";

export const customers = tableOf("customers", english);

export const { refusalText, refusalIn, errorText } =
  refusalTexts<CustomerRefusal>(customers.refusals);
