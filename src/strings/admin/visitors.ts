/** Demo requests and newsletter addresses, for admins (/admin/visitors). */
import { strings } from "../language/language";

export const visitors = strings("visitors", {
  menu: "Demo requests",
  title: "Demo requests and newsletter",
  demos: {
    title: "Demo requests",
    meaning: "Deleted after 24 months.",
    none: "Nobody has asked for a demo yet.",
    caption: "Demo requests, newest first",
    fileName: (day: string) => `demo requests ${day}.csv`,
  },
  addresses: {
    title: "Newsletter addresses",
    meaning: "Kept until they unsubscribe.",
    none: "Nobody is on the list yet.",
    caption: "Newsletter addresses, newest first",
    fileName: (day: string) => `newsletter addresses ${day}.csv`,
  },
  columns: {
    at: "Received",
    name: "Name",
    email: "E-mail",
    phone: "Phone",
    country: "Country",
    role: "Role",
    annualRunRate: "Annual run rate",
    setupType: "Setup type",
    productInterest: "Heard of us",
    message: "Message",
    firstName: "First name",
    lastName: "Last name",
  },
  loading: "Loading...",
  failed: "This list could not be loaded. Please try again.",
  more: "Show more",
  download: "Download CSV",
  downloading: "Preparing the file...",
  downloadFailed: "We couldn't prepare the file. Please try again.",
});
