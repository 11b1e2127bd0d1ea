/** 'Team': the people of a shop, their roles, invitations, tablets and PINs. */
import { strings } from "./language/language";
import { number } from "./language/intl";

export const team = strings("team", {
  loading: "Loading the team...",
  notLoaded: "The team could not be loaded.",
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
  ownNameMeaning:
    "It appears in this list, on the shop's tablets and next to what you do.",
  save: "Save",
  renamed: "Name saved.",
  makeManager: "Make manager",
  makeStaff: "Make staff",
  isNow: {
    manager: (who: string) => `${who} is now a manager.`,
    staff: (who: string) => `${who} is now staff.`,
  },
  remove: "Remove",
  removeTitle: (who: string) => `Remove ${who}?`,
  removeMeaning: (who: string) =>
    `${who} is logged out everywhere right away, and their account is deleted. Tablets they added and open invitations they sent stop working until you replace them. Their name stays in the record.`,
  removed: (who: string) => `${who} was removed.`,

  invitations: "Open invitations",
  worksUntil: (time: string) => `Link works until ${time}`,
  expired: "Expired",
  sendAgain: "Send again",
  sendAgainTo: (who: string) => `Send again to ${who}`,
  newLink: "New link",
  newLinkFor: (who: string) => `New link for ${who}`,
  withdraw: "Withdraw",
  withdrawOne: (who: string) => `Withdraw ${who}'s invitation`,
  withdrawn: "Invitation withdrawn. Its link no longer works.",

  inviteTitle: "Invite someone",
  email: "E-mail address",
  role: "Role",
  roleMeanings: {
    staff: "Works at the counter.",
    manager:
      "Runs the shop, except for its billing, Twilio account, calendar, data download and deletion.",
  },
  invite: "Invite",
  sent: (email: string) => `Invitation sent to ${email}.`,
  atLimit: (people: number) =>
    `Your plan allows ${number(people)} people, including you. Open invitations count.`,
  choosePlan: "Choose a plan",
  link: {
    title: (who: string) => `Link for ${who}`,
    field: "Invitation link",
    keep: "It's only shown once. Give it to this person only: anyone with it can join your team.",
    copy: "Copy link",
    copied: "Invitation link copied to clipboard!",
    copyByHand: "Copying didn't work. Select the link and copy it yourself.",
  },

  phones: "Phone numbers",
  wholePhones: "Staff see full phone numbers",
  wholePhonesMeaning:
    "Otherwise they only see the last three digits. Texts still work.",

  tablets: {
    card: "Tablets",
    meaning:
      "One tablet for everyone at the counter. Each person taps their name before they start.",
    add: "Add a tablet",
    name: "Name",
    nameHint: "Where it is, such as Front desk",
    showCode: "Show the code",
    notPaired: "Not paired yet",
    on: (who: string) => `${who} is using it`,
    locked: "Locked",
    end: "Remove",
    endOne: (name: string) => `Remove ${name}`,
    endTitle: (name: string) => `Remove ${name}?`,
    endMeaning:
      "It stops working right away. To use it again, add and pair it again.",
    ended: (name: string) => `${name} was removed.`,
    full: (most: number) => `A shop can have up to ${number(most)} tablets.`,
    needsPins: "Ask for a PIN",
    needsPinsMeaning:
      "Otherwise anyone can tap any name and work under it. Set yours in your account, your staff's under People.",
    code: {
      title: (name: string) => `Pair ${name}`,
      meaning:
        "On the tablet, scan the code with the camera, or open the address and type the code.",
      address: "Address",
      code: "Code",
      paired: (name: string) => `${name} is paired.`,
      once: "It works once, for 10 minutes. If you lose it, remove the tablet and add it again.",
    },
  },

  pin: {
    title: "PIN for the tablet",
    meaning: "You enter it on the shop's tablet after tapping your name.",
    isSet: "You have a PIN.",
    notSet: "You have no PIN yet.",
    /** Of someone in the list. */
    none: "No PIN yet",
    set: "Set PIN",
    change: "Change PIN",
    setFor: (who: string) => `PIN for ${who}`,
    field: "PIN, 4 to 6 digits",
    save: "Save",
    saved: "PIN saved.",
  },
});
