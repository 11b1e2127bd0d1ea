/** Links to /privacy and /terms, for the foot of every page. Plain links, because not every app has a router. */
import { cn } from "../lib/cn";
import { privacyPath, termsPath } from "../lib/address/legal-paths";
import { everyone } from "../strings/everyone";

const link = "underline underline-offset-4";

/** Inside a sentence of a form. In a new tab, so that what is typed stays. */
export function PrivacyLink({ children = everyone.privacy }) {
  return (
    <a href={privacyPath} target="_blank" className={link}>
      {children}
    </a>
  );
}

export function TermsLink({ children = everyone.terms }) {
  return (
    <a href={termsPath} target="_blank" className={link}>
      {children}
    </a>
  );
}

/** One small line. @param newTab where a form or a ticket is open */
export function LegalLine(props: { newTab?: boolean; className?: string }) {
  const target = props.newTab ? "_blank" : undefined;
  return (
    <footer
      className={cn(
        "flex justify-center gap-2 text-sm text-ink-3",
        props.className,
      )}
    >
      <a href={privacyPath} target={target} className={small}>
        {everyone.privacy}
      </a>
      <a href={termsPath} target={target} className={small}>
        {everyone.terms}
      </a>
    </footer>
  );
}

const small =
  "inline-flex min-h-11 items-center rounded-md px-2 hover:text-ink hover:underline";
