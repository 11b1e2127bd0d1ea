/** A second factor: turning it on, its recovery codes, and turning it off. */
import { strings } from "./language/language";
import { counting } from "./language/intl";

const counted = counting("en");

export const secondFactor = strings("secondFactor", {
  title: "Second Factor",
  meaning:
    "Besides your password, signing in asks for a code that an app on your phone makes, such as Google Authenticator, 1Password or Aegis.",
  on: "On",
  off: "Off",
  left: (count: number) =>
    count === 0
      ? "You have no recovery codes left. Make new ones now."
      : counted(count, {
          one: "# recovery code is left.",
          other: "# recovery codes are left.",
        }),
  impossible:
    "This server has no key to keep secrets with, so it cannot keep a second factor. Who runs it sets SECRETS_KEYS (docs/deploy.md).",
  turnOn: "Turn On",
  turnOff: "Turn Off",
  newCodes: "New Recovery Codes",

  setUp: {
    title: "Turn on the second factor",
    password: "Current password",
    enterPassword: "Please enter your current password.",
    next: "Next",
    scan: "Scan this picture with the app, or type the key into it. Then enter the code that it shows.",
    picture: "The key of your second factor as a QR code",
    key: "Key",
    code: "Code of the app",
    codeHint: "6 digits",
    enterCode: "Enter the code that the app shows.",
    done: "The second factor is on.",
  },

  recovery: {
    title: "Your recovery codes",
    meaning:
      "When you do not have the app at hand, each of these opens your account once. They are shown now and never again: keep them where you keep important papers.",
    copy: "Copy",
    copied: "Recovery codes copied.",
    copyByHand: "Your browser does not let us copy. Please write them down.",
    download: "Download",
    file: "yourturn-recovery-codes.txt",
    kept: "I Have Kept Them",
  },

  prove: {
    code: "Code of the app, or a recovery code",
    enterCode: "Enter a code.",
    offTitle: "Turn off the second factor?",
    offMeaning: "From then on the password alone opens your account.",
    offDone: "The second factor is off.",
    codesTitle: "Make new recovery codes?",
    codesMeaning: "The codes that you have now stop working.",
    codesVerb: "Make New Codes",
  },
});
