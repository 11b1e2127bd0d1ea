/** 'Team': the people of a shop, their roles, and invitations. */
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
});
