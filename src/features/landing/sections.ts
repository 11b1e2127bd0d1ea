/** The sections of the landing page that links lead to, and the ways to reach us. */
import { WITHOUT_PAYMENT } from "../../lib/without-payment";
import { landing } from "../../texts/landing";

const { pricing } = landing;

/** In the order of the header. 'Demo' joins them with the demo form. */
export const sections = [
  ...(WITHOUT_PAYMENT ? [] : [{ id: "pricing", label: pricing.title }]),
  { id: "how-it-works", label: landing.howItWorks },
  { id: "contact", label: landing.contact },
];
