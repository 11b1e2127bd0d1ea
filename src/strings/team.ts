/** 'Team': the people of a shop, their roles, invitations, tablets and PINs. */
import { strings } from "./language/language";
import { number } from "./language/intl";

export const team = strings("team", {
  loading: "Loading the team...",
  notLoaded: "The team could not be loaded.",
  failed: "That did not work. Please try again.",

  people: "People",
  roles: { owner: "Owner", manager: "Manager", staff: "Staff" },
  you: "You",
  actionsOf: (who: string) => `Actions: ${who}`,
  addName: "Add your name",
  editName: "Edit your name",
  rename: "Rename",
  renameOne: (who: string) => `Rename ${who}`,
  name: "Name",
  ownName: "Your name, as colleagues see it",
  ownNameMeaning: "It stands in this list and beside what you do.",
  save: "Save",
  renamed: "Name saved.",
  makeManager: "Make manager",
  makeStaff: "Make staff",
  isNow: {
    manager: (who: string) => `${who} is a manager now.`,
    staff: (who: string) => `${who} is staff now.`,
  },
  remove: "Remove",
  removeTitle: (who: string) => `Remove ${who}?`,
  removeMeaning: (who: string) =>
    `${who} is logged out everywhere at once, and their account is deleted. Their name stays in the record.`,
  removed: (who: string) => `${who} was removed.`,

  invitations: "Open invitations",
  worksUntil: (time: string) => `Link works until ${time}`,
  expired: "Expired",
  sendAgain: "Send again",
  sendAgainTo: (who: string) => `Send again to ${who}`,
  newLink: "New link",
  newLinkFor: (who: string) => `New link for ${who}`,
  withdraw: "Withdraw",
  withdrawOne: (who: string) => `Withdraw the invitation of ${who}`,
  withdrawn: "Invitation withdrawn. Its link no longer works.",

  inviteTitle: "Invite somebody",
  email: "E-mail address",
  role: "Role",
  roleMeanings: {
    staff: "Works at the counter.",
    manager:
      "Runs the shop, without its bill, keys, calendar, export and deletion.",
  },
  invite: "Invite",
  sent: (email: string) => `Invitation sent to ${email}.`,
  atLimit: (people: number) =>
    `Your plan allows ${number(people)} people, with you. Open invitations count.`,
  choosePlan: "Choose a plan",
  link: {
    title: (who: string) => `Link for ${who}`,
    field: "Invitation link",
    keep: "It is shown only now. Pass it on to this person only: whoever has it can join your team.",
    copy: "Copy link",
    copied: "Invitation link copied to clipboard!",
    copyByHand: "It could not be copied. Select it and copy it by hand.",
  },

  phones: "Phone numbers",
  wholePhones: "Staff see whole phone numbers",
  wholePhonesMeaning:
    "Otherwise they see the last three digits. Texts still work.",

  tablets: {
    card: "Tablets",
    meaning:
      "One tablet for everybody at the counter. Each person taps their name before they work.",
    add: "Add a tablet",
    name: "Name",
    nameHint: "Where it stands: Front desk",
    showCode: "Show the code",
    notPaired: "Not paired yet",
    on: (who: string) => `${who} is on it`,
    locked: "Locked",
    end: "End",
    endOne: (name: string) => `End ${name}`,
    endTitle: (name: string) => `End ${name}?`,
    endMeaning:
      "Nobody can work on it from this moment. To use it again, add it and pair it again.",
    ended: (name: string) => `${name} was ended.`,
    full: (most: number) => `A shop can have ${number(most)} tablets.`,
    needsPins: "Ask for a PIN",
    needsPinsMeaning:
      "Otherwise a tap on a name is enough, and anybody can work under it.",
    code: {
      title: (name: string) => `Pair ${name}`,
      meaning:
        "On the tablet, scan the code with the camera, or open the address and type the code.",
      address: "Address",
      code: "Code",
      once: "It works once, for 10 minutes. If it is lost, end the tablet and add it again.",
    },
  },

  pin: {
    title: "PIN for the tablet",
    meaning: "You type it at the shop's tablet after you tapped your name.",
    isSet: "You have a PIN.",
    notSet: "You have no PIN yet.",
    set: "Set PIN",
    change: "Change PIN",
    setFor: (who: string) => `PIN for ${who}`,
    field: "PIN, 4 to 6 digits",
    save: "Save",
    saved: "PIN saved.",
  },
});
