/** The page around the choice of a plan. */
import type { ReactNode } from "react";
import { PageFrame } from "../../ui/page-frame";

export function PaymentFrame(props: {
  title: string;
  text: ReactNode;
  account: ReactNode;
  children: ReactNode;
}) {
  const { title, text, account, children } = props;
  return (
    <PageFrame
      title={title}
      beside={account}
      className="grid max-w-3xl gap-4 md:gap-5 md:pt-8"
    >
      <div>
        <h1 className="text-2xl font-extrabold tracking-tight text-balance">
          {title}
        </h1>
        <p className="mt-1 text-ink-2">{text}</p>
      </div>
      {children}
    </PageFrame>
  );
}
