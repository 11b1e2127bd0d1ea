/** The page to request a demo. */
import { strings } from "./language/language";

export const demo = strings("demo", {
  title: "Book a Demo",
  back: "Back to Home",
  nothingSold: "There is no demo to book here",
  ownServer:
    "This is a shop's own server. To join its queue, scan the code at its door.",
  heading: "Get in touch",
  text: "Tell us about your business and we will show you Yourturn with your own queues and services.",
  loved: "Loved by 100+ SMEs",
  customers: "Already a customer?",
  support: "Write to support",
  fillOut: "Fill out this form",
  firstName: "First name",
  lastName: "Last name",
  firstNameMissing: "Enter your first name",
  lastNameMissing: "Enter your last name",
  email: "E-mail",
  phone: "Phone",
  country: "Country",
  heard: "Where did you hear about us?",
  role: "Role",
  runRate: "Annual run rate",
  runRateExample: "$100k – $500k",
  setup: "Setup type",
  setups: {
    Basic: "Basic / Self-service",
    Enterprise: "Enterprise / Custom Setup",
  },
  message: "Message",
  privacy: "We use this only to answer you, and delete it after 24 months.",
  submit: "Submit",
  submitting: "Submitting...",
  submitted: "Demo request submitted successfully!",
  thankYou: "Thank You!",
  received: "Your demo request has been received. We will be in touch shortly.",
});
