/** The platform's contact details. A shop's own server shows none of them. */

export const contact = {
  phone: { shown: "+44 20 7946 0199", href: "tel:+442079460199" },
  email: {
    shown: "hello@yourturn.example",
    href: "mailto:hello@yourturn.example",
  },
} as const;
