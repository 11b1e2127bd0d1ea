/** Beside the form: whom it is for, and the contact for customers. */
import { contact } from "../../lib/contact";
import { demo as strings } from "../../strings/demo";

export function GetInTouch() {
  return (
    <div className="lg:pt-6">
      <h1 className="text-hero font-extrabold tracking-[-.035em] text-balance">
        {strings.heading}
      </h1>
      <p className="mt-5 max-w-xl text-lg text-ink-2">{strings.text}</p>
      <p className="mt-7 font-bold" data-claim>
        {strings.loved}
      </p>
      <p className="mt-2 text-ink-2">
        {strings.customers}{" "}
        <a
          href={contact.email.href}
          className="-my-2.5 inline-block py-2.5 font-semibold text-brand-text underline underline-offset-4"
        >
          {strings.support}
        </a>
      </p>
    </div>
  );
}
