/** The shop's shared tablet: pairing, and the names on it. */
import { counting } from "./language/intl";
import { strings } from "./language/language";

const counted = counting("en");

export const tablet = strings("tablet", {
  failed: "That did not work. Please try again.",

  pair: {
    title: "Pair this tablet",
    about: "Your owner or manager gets the code under Team.",
    code: "Code",
    pairing: "Pairing...",
    replaces: (email: string) =>
      `This browser is logged in as ${email}. Pairing logs it out.`,
  },

  names: {
    title: "Who is working?",
    noPin: "No PIN yet. Set it in your account or ask your manager.",
    kept: (actions: number) =>
      counted(actions, {
        one: "# action waits for you",
        other: "# actions wait for you",
      }),
    offline: "There is no connection. It is needed to tap a name.",
    pin: "PIN",
    start: "Start",
    nobody: "Nobody has a name yet. Add names under Team.",
  },
});
