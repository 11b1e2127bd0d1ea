/** The frame of a standalone page: title, the mark as a link home, and content. */
import { useEffect, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../lib/address/paths";
import { everyone } from "../strings/everyone";
import { parts } from "../strings/parts";
import { LegalLine } from "./legal-links";
import { Mark } from "./mark";
import { SkipLink } from "./skip-link";

export function PageFrame(props: {
  title: string;
  beside?: ReactNode;
  className: string;
  children: ReactNode;
}) {
  const { title, beside, className, children } = props;
  // ui/toast.tsx puts messages over this header: its title is where other pages have room for them.
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset["frame"] = "plain";
    return () => {
      delete dataset["frame"];
    };
  }, []);
  return (
    <>
      <title>{everyone.titled(title)}</title>
      <SkipLink />
      <header className="flex items-center gap-3 px-5 py-4 md:px-8">
        <Link
          to={paths.home}
          aria-label={parts.home}
          className="mr-auto inline-flex min-h-11 items-center rounded-md"
        >
          <Mark />
        </Link>
        {beside}
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={`mx-auto w-full px-5 pt-4 pb-12 outline-none ${className}`}
      >
        {children}
      </main>
      <LegalLine className="pb-4" />
    </>
  );
}
