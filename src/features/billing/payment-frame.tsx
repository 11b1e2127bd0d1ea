/** The page around the choice of a plan. */
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../lib/paths";
import { everyone } from "../../texts/everyone";
import { Mark } from "../../ui/mark";
import { SkipLink } from "../../ui/skip-link";

/** @param account who is signed in and the way out, at the end of the header */
export function PaymentFrame({
  title,
  text,
  account,
  children,
}: {
  title: string;
  text: string;
  account: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <title>{everyone.titled(title)}</title>
      <SkipLink />
      <header className="flex items-center gap-3 px-5 py-4 md:px-8">
        <Link
          to={paths.home}
          aria-label={everyone.home}
          className="mr-auto inline-flex min-h-11 items-center rounded-md"
        >
          <Mark />
        </Link>
        {account}
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-3xl gap-4 px-5 pt-4 pb-12 outline-none md:gap-5 md:pt-8"
      >
        <div>
          <h1 className="text-2xl font-extrabold tracking-tight text-balance">
            {title}
          </h1>
          <p className="mt-1 text-ink-2">{text}</p>
        </div>
        {children}
      </main>
    </>
  );
}
