/** The profile of a business, as its owner reads and changes it. */
import { strings } from "./language/language";
import { counting, number } from "./language/intl";

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
    `${what} ${count === 1 ? "was" : "were"} changed in another window, and here too. Save again to keep what stands here, or press Cancel to see the other.`,
  notSet: "Not set",
  details: "Business details",
  name: "Business Name",
  phone: "Phone Number",
  description: "Description",
  slot: "Appointment Slot Duration",
  inMinutes: "In minutes",
  minutes: (count: number) =>
    counted(count, { one: "# minute", other: "# minutes" }),
  hours: "Operating Hours",
  closed: "Closed",
  from: (start: string, end: string) => `${start} to ${end}`,
  fromToNextDay: (start: string, end: string) =>
    `${start} to ${end} the next day`,
  zone: "Time zone",
  zoneMeaning: "Hours and bookings are by this clock.",
  country: "Country",
  countryMeaning: "For phone numbers without a prefix, and dates.",
  clock: "Clock",
  clockMeaning: "How you and your customers read times.",
  clocks: { h24: "24 hours", h12: "AM and PM" },
  clockByCountry: (clock: string) => `As in the country (${clock})`,

  logo: {
    title: "Logo",
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
      "Holidays, and dates with hours of their own. What is booked already stays booked.",
    noDays: "Every date has the hours of its weekday.",
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
    datePast: "This date is past.",
    walkIns: "Walk-ins only while open",
    walkInsMeaning:
      "At other times people can book, and you can still add them yourself.",
  },

  line: {
    title: "The line",
    almost: "Say 'almost your turn' on the phone",
    never: "Never",
    ahead: (people: number) =>
      counted(people, {
        one: "With # person ahead",
        other: "With # people ahead",
      }),
    grace: "Time to come when called",
    graceMeaning: "After it the desk asks, or the person goes back two places.",
    whenUnmarked: "When a called person isn't marked",
    whenUnmarkedMeaning:
      "If you call the next one three minutes later, they count as served.",
    unmarked: {
      ask: "Ask when unsure",
      came: "Count as came",
      missed: "Count as didn't come, after the time to come",
    },
    board: "On the board in the shop",
    boardNames: {
      number: "Numbers only",
      initials: "Numbers and initials",
    },
    on: "On",
    off: "Off",
  },

  address: {
    title: "Short address",
    meaning: "For people who can't scan the code. Posters print it.",
    peopleType: (address: string) => `People type ${address}`,
    change: "Change address",
    saved: "Short address changed. Printed posters still work.",
    /** @param addresses as one list */
    earlier: (addresses: string) => `Also leads here: ${addresses}.`,
  },

  late: {
    title: "Running late",
    meaning:
      "Everybody waiting reads it, and waits get that much longer. It ends at the time you choose.",
    minutes: "How late",
    lasts: "Say it for",
    about: (minutes: number) =>
      counted(minutes, { one: "About # minute", other: "About # minutes" }),
    hours: (hours: number) =>
      counted(hours, { one: "# hour", other: "# hours" }),
    say: "Tell everybody",
    now: (minutes: number, until: string) =>
      `Customers read: 'Running about ${number(minutes)} min late', until ${until}.`,
    end: "We are in time again",
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
      "We have sent a code to this address, unless it belongs to another account. It is good for 10 minutes.",
    code: "Code from the e-mail",
    enterCode: "Please enter the code.",
    confirm: "Use this address",
    notConfirmed: "Not confirmed yet.",
    confirmFirst:
      "Confirm your e-mail address first. This shows that it is yours.",
    confirmEmail: "Confirm e-mail",
    codeSentOwn: "We have sent a code that is good for 10 minutes to",
    confirmVerb: "Confirm",
    emailConfirmed: "Your e-mail address is confirmed.",
    emailChanged: "Your e-mail address has been changed.",
    passwordMeaning: "All other devices are signed out.",
    passwordChanged:
      "Your password has been changed. All other devices are signed out.",
    failed: "An error occurred. Please try again.",
  },

  data: {
    title: "Your Data",
    meaning:
      "Everything that is kept of your business as one ZIP file: tickets, bookings, events, days, queues, feedback and profile, each as JSON and CSV.",
    prepare: "Prepare a Download",
    building: (rows: number) =>
      `Putting it together… ${counted(rows, { one: "# row", other: "# rows" })} so far.`,
    ready: (until: string) =>
      `Your download is ready. It can be fetched once, until ${until}.`,
    download: "Download ZIP",
    fetched: "Your browser is fetching it.",
    failed: "The download could not be put together. Please try again.",
    takeFailed: "The download could not be fetched. Please try again.",
  },

  deletion: {
    title: "Delete Account",
    meaning:
      "Your business, its queues, tickets and figures, your files and your login are deleted for good.",
    question: (name: string) => `Delete ${name}?`,
    cannotUndo:
      "This cannot be undone. Download your data first if you want to keep it.",
    people: (count: number) =>
      `${counted(count, { one: "# person is", other: "# people are" })} in your queues now. They are removed and read it on their phones.`,
    subscription:
      "Your subscription is cancelled at once. What is paid for this month is not refunded.",
    typeName: (name: string) => `Type '${name}' to confirm`,
    password: "Your password",
    enterPassword: "Please enter your password.",
    confirm: "Delete Everything",
    failed: "Your account could not be deleted. Please try again.",
    done: "Your account and all its data have been deleted.",
  },

  unsavedTitle: "You have changes here.",
  unsavedIn: (title: string) => `Not saved yet: ${title}.`,
  keepEditing: "Keep editing",
  discard: "Discard",
  typedIsBack: "What you had changed and not saved is here again.",
});
