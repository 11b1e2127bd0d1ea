/** The shop's shared tablet: pairing, and the names on it. */
import { counting } from "./language/intl";
import { strings } from "./language/language";

const counted = counting("en");

export const tablet = strings("tablet", {
  pair: {
    title: "Pair this tablet",
    about: "The owner or a manager can get the code under Team.",
    code: "Code",
    enterCode: "Enter the code.",
    pairing: "Pairing...",
    replaces: (email: string) =>
      `This browser is logged in as ${email}. Pairing logs it out.`,
  },

  names: {
    title: "Who is working?",
    noPin:
      "No PIN yet. Set one in your account. Staff can ask a manager, managers the owner.",
    kept: (actions: number) =>
      counted(actions, {
        one: "# action is waiting for you",
        other: "# actions are waiting for you",
      }),
    offline: "You're offline. Tapping a name needs a connection.",
    pin: "PIN",
    start: "Start",
    nobody: "Nobody has a name yet. Add names under Team.",
  },
});
