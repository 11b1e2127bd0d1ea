/** The log-in code (a second factor): turning it on, its recovery codes, and turning it off. */
import { strings } from "./language/language";
import { counting } from "./language/intl";

const counted = counting("en");

export const secondFactor = strings("secondFactor", {
  title: "Log-in code",
  meaning:
    "Logging in takes your password and a code from an app on your phone, such as Google Authenticator, 1Password or Aegis.",
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
    "This server has no key to encrypt secrets. Its operator can set SECRETS_KEYS (see docs/deploy.md).",
  turnOn: "Turn on",
  turnOff: "Turn off",
  newCodes: "New recovery codes",

  setUp: {
    title: "Turn on the log-in code",
    password: "Current password",
    enterPassword: "Please enter your current password.",
    next: "Next",
    scan: "Scan this QR code with the app, or type in the key. Then enter the code the app shows.",
    picture: "QR code with the key for your log-in code",
    key: "Key",
    code: "Code from the app",
    codeHint: "6 digits",
    enterCode: "Enter the code from the app.",
    done: "The log-in code is on.",
  },

  recovery: {
    title: "Your recovery codes",
    meaning:
      "Without the app, each of these opens your account once. They're only shown once, so keep them somewhere safe.",
    copy: "Copy",
    copied: "Recovery codes copied.",
    copyByHand: "Your browser blocked copying. Please write them down.",
    download: "Download",
    file: "yourturn-recovery-codes.txt",
    kept: "I've saved them",
  },

  prove: {
    code: "Code from the app, or a recovery code",
    enterCode: "Enter a code.",
    offTitle: "Turn off the log-in code?",
    offMeaning: "After that, your password alone opens your account.",
    offDone: "The log-in code is off.",
    codesTitle: "Make new recovery codes?",
    codesMeaning: "Your current codes stop working.",
    codesVerb: "Make new codes",
  },
});
