/** The frame of /privacy and /terms: who runs the server, the text, and the operator's additions. */
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { everyone } from "../../strings/everyone";
import { legal as strings } from "../../strings/legal";
import { operator as unset } from "../../strings/operator";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { LegalLine } from "../../ui/legal-links";
import { PlainHeader } from "../../ui/plain-header";
import { SkipLink } from "../../ui/skip-link";
import type { ServerNotice, useServerNotice } from "./use-server-notice";

export function LegalPage(props: {
  title: string;
  intro: string;
  server: ReturnType<typeof useServerNotice>;
  /** The operator's own words. */
  own: string | null | undefined;
  children: ReactNode;
}) {
  const { title, intro, server, own, children } = props;
  return (
    <>
      <title>{everyone.titled(title)}</title>
      <SkipLink />
      <PlainHeader back={strings.back} />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid max-w-3xl gap-10 px-5 py-10 outline-none md:px-8"
      >
        <div>
          <h1 className="text-3xl font-extrabold tracking-tight">{title}</h1>
          <p className="mt-2 text-lg text-ink-2">{intro}</p>
        </div>
        <Section title={strings.runBy}>
          <Operator {...server} />
        </Section>
        {children}
        {own && (
          <Section title={strings.fromOperator}>
            <p className="wrap-anywhere whitespace-pre-line" dir="auto">
              {own}
            </p>
          </Section>
        )}
      </main>
      <LegalLine className="border-t border-line py-3" />
    </>
  );
}

export function Section(props: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-xl font-bold tracking-tight">{props.title}</h2>
      <div className="mt-3 grid gap-3">{props.children}</div>
    </section>
  );
}

/** A list of short texts. */
export function Points({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-2 pl-5">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Operator({ notice, again }: ReturnType<typeof useServerNotice>) {
  if (notice === undefined)
    return (
      <>
        <p role="status" className="text-ink-2">
          {strings.loading}
        </p>
        <noscript>{strings.withoutScript}</noscript>
      </>
    );
  if (notice === "failed")
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>{strings.notLoaded}</p>
        <Button onClick={again}>{strings.tryAgain}</Button>
      </div>
    );
  return notice.operator === null ? <Unset /> : <Set {...notice.operator} />;
}

function Unset() {
  return (
    <Banner tone="warn" icon={TriangleAlert}>
      <p className="font-semibold">{unset.unset}</p>
      <p className="text-sm wrap-anywhere">{unset.whereToSet}</p>
    </Banner>
  );
}

function Set({ name, address, email }: NonNullable<ServerNotice["operator"]>) {
  return (
    <address className="wrap-anywhere not-italic" dir="auto">
      <p className="font-semibold">{name}</p>
      <p className="whitespace-pre-line">{address}</p>
      {email !== null && (
        <a
          href={`mailto:${email}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {email}
        </a>
      )}
    </address>
  );
}
