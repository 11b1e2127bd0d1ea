/** The page around a form of the account area. */
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../lib/paths";
import { everyone } from "../../texts/everyone";
import { Mark } from "../../ui/mark";
import { SkipLink } from "../../ui/skip-link";

/** The mark, a heading and one card. */
export function AccountFrame({
  title,
  below,
  children,
}: {
  title: string;
  /** Under the card: the way to the other form. */
  below: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <title>{everyone.titled(title)}</title>
      <SkipLink />
      <header className="px-5 py-4 md:px-8">
        <Link
          to={paths.home}
          aria-label={everyone.home}
          className="inline-flex min-h-11 items-center rounded-md"
        >
          <Mark />
        </Link>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-md px-5 pt-4 pb-12 outline-none md:pt-10"
      >
        <h1 className="text-2xl font-extrabold tracking-tight text-balance">
          {title}
        </h1>
        <div className="mt-5 rounded-lg border border-line bg-surface p-5 md:p-6">
          {children}
        </div>
        <p className="mt-5 text-center text-ink-2">{below}</p>
      </main>
    </>
  );
}

/** The look of the link in the sentence below the card. */
export const inlineLink =
  "inline-flex min-h-11 items-center rounded-md font-semibold text-brand-text underline underline-offset-4";
