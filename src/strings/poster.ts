/** The page that prints posters, and their text. */
import { strings } from "./language/language";

export const poster = strings("poster", {
  title: "Posters",
  text: "Print the code for the door, the counter or the tables.",
  back: "Back to Dashboard",
  format: "Format",
  formats: {
    a4: { name: "A4 poster", hint: "For the door or the wall." },
    a6: { name: "A6 card", hint: "For the counter. Print on A6 paper." },
    tent: {
      name: "Table tent",
      hint: "Print on A4, fold at the line, stand it up.",
    },
  },
  leadsTo: "The code leads to",
  wholeShop: "The whole shop",
  everyQueue: "Each queue, a sheet each",
  print: "Print",
  printHint:
    "In the print window choose this paper size, no margins and 100 % scale.",
  preview: "Preview",
  closed: (queue: string) => `${queue} (closed)`,
  thisMachineOnly:
    "This address works on this computer only. Open the dashboard under the address that your customers will use, then print.",
  sheet: {
    scan: "Scan to join the queue",
    steps: [
      "Point your camera at the code",
      "Tap Join Queue Now",
      "Come when your phone rings",
    ],
    noApp: "No app needed. No phone? Ask at the counter.",
    code: (link: string) => `QR code: ${link}`,
  },
});
