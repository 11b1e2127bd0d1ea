/** The profile of a business, as its owner reads and changes it. */
import { strings } from "./language/language";
import { counting } from "./language/intl";

const counted = counting("en");

export const profile = strings("profile", {
  title: "Profile Settings",
  back: "Back to Dashboard",
  notLoaded: "Failed to load business profile",
  loading: "Loading profile...",
  onThisPage: "On this page",
  edit: "Edit Profile",
  editShort: "Edit",
  editCard: (title: string) => `Edit: ${title}`,
  editing: "Editing",
  save: "Save Changes",
  saved: "Profile saved successfully!",
  failed: "Failed to save changes",
  /** @param what the names of the fields, as one list */
  changedElsewhere: (what: string, count: number) =>
    `${what} ${count === 1 ? "was" : "were"} changed in another window, and here too. Save again to keep your version, or press Cancel to see the other one.`,
  notSet: "Not set",
  details: "Business details",
  name: "Business name",
  phone: "Phone number",
  description: "Description",
  slot: "Appointment slot duration",
  inMinutes: "In minutes",
  minutes: (count: number) =>
    counted(count, { one: "# minute", other: "# minutes" }),
  hours: "Operating hours",
  closed: "Closed",
  from: (start: string, end: string) => `${start} to ${end}`,
  allDay: "Open 24 hours",
  fromToNextDay: (start: string, end: string) =>
    `${start} to ${end} the next day`,
  zone: "Time zone",
  zoneMeaning: "Hours and bookings are in this time zone.",
  country: "Country",
  countryMeaning: "For phone numbers without a country code, and for dates.",
  clock: "Clock",
  clockMeaning: "How you and your customers see times.",
  clocks: { h24: "24 hours", h12: "AM and PM" },
  clockByCountry: (clock: string) => `Usual for the country (${clock})`,

  logo: {
    upload: "Upload logo",
    kinds: "PNG, JPG, WebP or GIF, less than 2MB",
    remove: "Remove logo",
    uploading: "Uploading...",
    uploaded: "Logo uploaded successfully.",
    removed: "Logo removed.",
    failed: "Image upload failed.",
  },

  visits: {
    title: "Who can join and book",
    days: "Days off",
    daysMeaning:
      "Holidays, and dates with different hours. Existing bookings stay.",
    noDays: "Every date follows your weekly hours.",
    addDay: "Add a date",
    date: "Date",
    /** For a row without a date. */
    newDate: "New date",
    removeDay: (day: string) => `Remove ${day}`,
    opens: "Opens",
    closes: "Closes",
    /** Between the opening and the closing time. */
    to: "to",
    pickDate: "Please pick a date.",
    datePast: "This date has passed.",
    walkIns: "Walk-ins only while open",
    walkInsMeaning:
      "Outside your hours, people can still book, and you can still add them yourself.",
  },

  line: {
    title: "The line",
    almost: "'Almost your turn' alert",
    never: "Never",
    ahead: (people: number) =>
      counted(people, {
        one: "With # person ahead",
        other: "With # people ahead",
      }),
    grace: "Time to come when called",
    graceMeaning:
      "After that, the counter asks if they came, or they go back two places.",
    whenUnmarked: "When a called person isn't marked",
    whenUnmarkedMeaning:
      "If you call the next person three or more minutes later, the one before counts as served.",
    unmarked: {
      ask: "Ask when unsure",
      came: "Count as came",
      missed: "Count as didn't come once their time is up",
    },
    board: "On your shop's display",
    boardNames: {
      number: "Numbers only",
      initials: "Numbers and initials",
    },
    on: "On",
    off: "Off",
  },

  address: {
    title: "Short address",
    meaning: "For people who can't scan the code. It's on your posters.",
    peopleType: (address: string) => `People type ${address}`,
    change: "Change address",
    saved: "Short address changed. Printed posters still work.",
    /** @param addresses as one list */
    earlier: (addresses: string) => `These also work: ${addresses}.`,
  },

  leave: {
    title: (shop: string) => `Leave ${shop}`,
    /** @param manages only managers add tablets and invite people */
    meaning: (manages: boolean) =>
      `You lose access right away, and your account is deleted.${manages ? " Tablets you added and invitations you sent stop working." : ""} To come back, you'll need a new invitation.`,
    question: (shop: string) => `Leave ${shop}?`,
    verb: "Leave",
    done: (shop: string) => `You have left ${shop}`,
    failed: "That didn't work. Please try again.",
  },

  account: {
    title: "E-mail and password",
    email: "E-mail address",
    changeEmail: "Change e-mail",
    changePassword: "Change password",
    current: "Current password",
    newPassword: "New password",
    enterCurrent: "Please enter your current password.",
    newEmail: "New e-mail address",
    sendCode: "Send code",
    codeSent:
      "We've sent a code to this address, unless it belongs to another account. It works for 10 minutes.",
    code: "Code from the e-mail",
    enterCode: "Please enter the code.",
    confirm: "Use this address",
    notConfirmed: "Not confirmed yet.",
    confirmFirst:
      "Confirm your e-mail address first. This shows that it's yours.",
    confirmEmail: "Confirm e-mail",
    codeSentOwn: "We've sent a code that works for 10 minutes to",
    confirmVerb: "Confirm",
    emailConfirmed: "Your e-mail address is confirmed.",
    emailChanged: "Your e-mail address has been changed.",
    passwordMeaning: "This logs out all other devices.",
    passwordChanged:
      "Your password has been changed. All other devices are logged out.",
    failed: "An error occurred. Please try again.",
  },

  data: {
    title: "Your data",
    meaning:
      "Everything we keep about your business in one ZIP file: tickets, bookings, events, daily figures, queues, feedback and profile, each as JSON and CSV.",
    prepare: "Prepare a download",
    building: (rows: number) =>
      `Putting it together… ${counted(rows, { one: "# row", other: "# rows" })} so far.`,
    ready: (until: string) =>
      `Your download is ready. You can download it once, until ${until}.`,
    download: "Download ZIP",
    fileName: (shop: string, day: string) => `${shop} ${day}.zip`,
    fetched: "Your browser is downloading it.",
    failed: "We couldn't prepare the download. Please try again.",
    takeFailed: "The download failed. Please try again.",
  },

  deletion: {
    title: "Delete account",
    meaning:
      "This permanently deletes your business, its queues, tickets and figures, your files, your log-in and your team's.",
    question: (name: string) => `Delete ${name}?`,
    cannotUndo:
      "This cannot be undone. Download your data first if you want to keep it.",
    people: (count: number) =>
      `${counted(count, { one: "# person is", other: "# people are" })} in your queues now. They'll be removed, and their phones will say so.`,
    subscription:
      "Your subscription is cancelled right away, with no refund for this month.",
    typeName: (name: string) => `Type '${name}' to confirm`,
    password: "Your password",
    enterPassword: "Please enter your password.",
    confirm: "Delete everything",
    done: "Your account and all its data have been deleted.",
  },

  unsavedTitle: "You have changes here.",
  unsavedIn: (title: string) => `Not saved yet: ${title}.`,
  keepEditing: "Keep editing",
  discard: "Discard",
  typedIsBack: "Your unsaved changes are back.",
});
