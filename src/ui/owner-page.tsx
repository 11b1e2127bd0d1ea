/** An owner's page besides the dashboard: title, the link back, heading and content. */
import type { ReactNode } from "react";
import { cn } from "../lib/cn";
import { paths } from "../lib/address/paths";
import { everyone } from "../strings/everyone";
import { BackLink } from "./back-link";
import { LegalLine } from "./legal-links";
import { SkipLink } from "./skip-link";

export function OwnerPage(props: {
  title: string;
  back: string;
  className: string;
  children: ReactNode;
}) {
  const { title, back, className, children } = props;
  return (
    <>
      <title>{everyone.titled(title)}</title>
      <SkipLink />
      <main
        id="main"
        tabIndex={-1}
        className={cn(
          "mx-auto grid w-full grid-cols-[minmax(0,1fr)] px-4 pt-4 pb-12 outline-none md:px-8",
          className,
        )}
      >
        <header>
          <BackLink to={paths.dashboard}>{back}</BackLink>
          <h1 className="mt-2 text-2xl font-extrabold tracking-tight">
            {title}
          </h1>
        </header>
        {children}
      </main>
      <LegalLine className="pb-4" />
    </>
  );
}
