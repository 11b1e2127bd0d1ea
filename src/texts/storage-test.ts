/** The table of the storage test in the language of the page. Read when the app is loaded, which is after the language. */
import { storageTest as english } from "./en/storage-test";
import { tableOf } from "./language";

export const storageTest = tableOf("storageTest", english);
