/** The page around a form of the account area. */
import type { ReactNode } from "react";
import { PageFrame } from "../../ui/page-frame";

export function AccountFrame(props: {
  title: string;
  about?: string;
  /** Under the card: the link to the other form. */
  below?: ReactNode;
  children: ReactNode;
}) {
  const { title, about, below, children } = props;
  return (
    <PageFrame title={title} className="max-w-md md:pt-10">
      <h1 className="text-2xl font-extrabold tracking-tight text-balance wrap-anywhere">
        {title}
      </h1>
      {about !== undefined && <p className="mt-1 text-ink-2">{about}</p>}
      <div className="mt-5 rounded-lg border border-line bg-surface p-5 md:p-6">
        {children}
      </div>
      {below !== undefined && (
        <p className="mt-5 text-center text-ink-2">{below}</p>
      )}
    </PageFrame>
  );
}

export const inlineLink =
  "inline-flex min-h-11 items-center rounded-md font-semibold text-brand-text underline underline-offset-4";
