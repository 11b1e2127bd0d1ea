/** The sentences of getting into the portal, in the language of the page. Read when the portal is loaded, which is after the language. */
import { adminAccess as english } from "./en/admin-access";
import { tableOf } from "./language";

export const adminAccess = tableOf("adminAccess", english);
