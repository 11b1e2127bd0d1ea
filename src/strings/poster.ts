/** The page that prints posters, and their text. */
import { strings } from "./language/language";

export const poster = strings("poster", {
  posters: "Posters",
  tv: "TV",
  board: {
    title: "Your shop's display",
    text: "It shows who's called and who's next. Open this address on a TV, a tablet or an old computer. No password needed.",
    address: "Address",
    copy: "Copy link",
    copied: "Link copied.",
    copyByHand: "Select the address, then copy it.",
    open: "Open the display",
  },
  format: "Format",
  formats: {
    a4: { name: "A4 poster", hint: "For the door or the wall." },
    a6: { name: "A6 card", hint: "For the counter. Print on A6 paper." },
    tent: {
      name: "Table tent",
      hint: "Print on A4, fold along the line and stand it up.",
    },
  },
  leadsTo: "The code leads to",
  wholeShop: "The whole shop",
  everyQueue: "One sheet per queue",
  print: "Print",
  printHint:
    "In the print window, choose this paper size, no margins and 100% scale.",
  preview: "Preview",
  closed: (queue: string) => `${queue} (closed)`,
  thisMachineOnly:
    "This address only works on this computer. Open the dashboard at the address your customers will use.",
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
