/** The page that prints posters, and their text. */
import { strings } from "./language/language";

export const poster = strings("poster", {
  posters: "Posters",
  tv: "TV",
  board: {
    title: "The display for your shop",
    text: "It shows who is called and who is next. Open this address on a TV, a tablet or an old computer. It needs no password.",
    address: "Address",
    open: "Open the display",
  },
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
  everyQueue: "One sheet per queue",
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
