/** The sections of the landing page that links lead to, and the ways to reach us. */

/** In the order of the header. 'Demo' joins them with the demo form. */
export const sections = [
  { id: "pricing", label: "Pricing" },
  { id: "how-it-works", label: "How It Works" },
  { id: "contact", label: "Contact" },
] as const;

export const contact = {
  phone: { shown: "+44 20 7946 0199", href: "tel:+442079460199" },
  email: {
    shown: "hello@yourturn.example",
    href: "mailto:hello@yourturn.example",
  },
} as const;
