/** /terms: between a shop and the operator of the server (product.md U10). */
import { LegalPage, Points, Section } from "../features/legal/legal-page";
import { useServerNotice } from "../features/legal/use-server-notice";
import { WITHOUT_PAYMENT } from "../lib/server/without-payment";
import { legal } from "../strings/legal";

const { title, intro, parts } = legal.terms;
const { service, you, data, liability, changes } = parts;
const money = WITHOUT_PAYMENT
  ? [parts.cancelFree]
  : [parts.payment, parts.cancelPaid];
const shown = [service, you, ...money, data, liability, changes];

export default function TermsScreen() {
  const server = useServerNotice();
  const notice = server.notice === "failed" ? undefined : server.notice;
  return (
    <LegalPage title={title} intro={intro} server={server} own={notice?.terms}>
      {shown.map((part) => (
        <Section key={part.title} title={part.title}>
          <Points texts={part.texts} />
        </Section>
      ))}
    </LegalPage>
  );
}
