/** The page that checks file storage. */
import { strings } from "./language/language";

export const storageTest = strings("storageTest", {
  title: "Storage test",
  about:
    "Checks whether this server can reach its file storage. It changes nothing and shows none of the stored files.",
  read: "Reading",
  write: "Writing",
  checking: "Checking...",
  works: "Works",
  failed: "Doesn't work",
  noConnection: "No connection",
  notTried: "Not tried",
  adminsOnly: "Only admins can write.",
  tryWriting: "Write a test file",
  trying: "Writing...",
  writes: "A small file is written, read back and deleted.",
});
