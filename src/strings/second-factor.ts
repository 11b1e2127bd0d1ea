/** The log-in code (a second factor): turning it on, its recovery codes, and turning it off. */
import { strings } from "./language/language";
import { counting } from "./language/intl";

const counted = counting("en");

export const secondFactor = strings("secondFactor", {
  title: "Log-in code",
  meaning:
    "Besides your password, logging in asks for a code from an app on your phone, such as Google Authenticator, 1Password or Aegis.",
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
    "This server has no key to keep secrets with. Its operator sets SECRETS_KEYS (docs/deploy.md).",
  turnOn: "Turn on",
  turnOff: "Turn off",
  newCodes: "New recovery codes",

  setUp: {
    title: "Turn on the log-in code",
    password: "Current password",
    enterPassword: "Please enter your current password.",
    next: "Next",
    scan: "Scan this picture with the app, or type the key into it. Then enter the code it shows.",
    picture: "The key of your log-in code as a QR code",
    key: "Key",
    code: "Code from the app",
    codeHint: "6 digits",
    enterCode: "Enter the code from the app.",
    done: "The log-in code is on.",
  },

  recovery: {
    title: "Your recovery codes",
    meaning:
      "Without the app, each of these opens your account once. They are shown only now: keep them with your important papers.",
    copy: "Copy",
    copied: "Recovery codes copied.",
    copyByHand: "Your browser does not let us copy. Please write them down.",
    download: "Download",
    file: "yourturn-recovery-codes.txt",
    kept: "I have kept them",
  },

  prove: {
    code: "Code from the app, or a recovery code",
    enterCode: "Enter a code.",
    offTitle: "Turn off the log-in code?",
    offMeaning: "Then the password alone opens your account.",
    offDone: "The log-in code is off.",
    codesTitle: "Make new recovery codes?",
    codesMeaning: "Your present codes stop working.",
    codesVerb: "Make new codes",
  },
});
