/** The contact section. */
import { Mail, MessageCircle, Phone } from "lucide-react";
import { contact } from "../../lib/contact";
import { messagePath, paths } from "../../lib/address/paths";
import { landing as strings } from "../../strings/landing";
import { ButtonAnchor } from "../../ui/button";

const ways = [
  { icon: Phone, title: strings.call, ...contact.phone },
  { icon: Mail, title: strings.email, ...contact.email },
  {
    icon: MessageCircle,
    title: strings.message,
    shown: strings.aForm,
    href: messagePath,
  },
];

export function Contact() {
  return (
    <section
      id="contact"
      aria-labelledby="contact-title"
      className="border-t border-line bg-surface"
    >
      <div className="mx-auto grid max-w-6xl gap-8 px-5 py-16 md:px-8 lg:grid-cols-[1fr_1.4fr]">
        <div>
          <h2
            id="contact-title"
            className="text-3xl font-extrabold tracking-tight"
          >
            {strings.contact}
          </h2>
          <p className="mt-2 text-lg text-ink-2">{strings.answered}</p>
          <ButtonAnchor size="hero" href={paths.bookDemo} className="mt-6">
            {strings.bookDemo}
          </ButtonAnchor>
        </div>
        <ul className="grid gap-3 sm:grid-cols-3">
          {ways.map(({ icon: Icon, title, shown, href }) => (
            <li key={title}>
              <a
                href={href}
                className="duration-fast flex min-h-full flex-col rounded-lg border border-line p-5 transition-colors hover:bg-sunken"
              >
                <Icon className="size-6 text-brand-text" />
                <span className="mt-4 text-lg font-bold">{title}</span>
                <span className="text-sm wrap-anywhere text-ink-2">
                  {shown}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
