/** /privacy: who runs the server, what it keeps, and who else gets data (product.md U10). */
import { KeptList } from "../features/legal/kept-list";
import { LegalPage, Points, Section } from "../features/legal/legal-page";
import {
  useServerNotice,
  type ServerNotice,
} from "../features/legal/use-server-notice";
import { legal } from "../strings/legal";

const { privacy: strings } = legal;

export default function PrivacyScreen() {
  const server = useServerNotice();
  const notice = server.notice === "failed" ? undefined : server.notice;
  return (
    <LegalPage
      title={strings.title}
      intro={strings.intro}
      server={server}
      own={notice?.privacy}
    >
      <Section title={strings.short}>
        <Points texts={strings.promises} />
      </Section>
      {(["customers", "owners", "visitors"] as const).map((of) => (
        <Section key={of} title={strings.about[of]}>
          <p>{strings.aboutMore[of]}</p>
          <KeptList of={of} />
        </Section>
      ))}
      {notice && <Processors {...notice} />}
      <Section title={strings.rightsTitle}>
        <Points texts={strings.rights} />
      </Section>
    </LegalPage>
  );
}

function Processors({ processors, standIns }: ServerNotice) {
  const texts = processors.map((name) => strings.processors[name]);
  return (
    <Section title={strings.processorsTitle}>
      {texts.length === 0 ? <p>{strings.nobody}</p> : <Points texts={texts} />}
      {standIns && <p>{strings.standIns}</p>}
    </Section>
  );
}
