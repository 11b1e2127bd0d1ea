/** /support: what an owner writes to the people who run the platform, and their answers. `?thread=` opens one matter. */
import { useMutation } from "convex/react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import { CutBanner } from "../features/shell/connection-note";
import { OwnerGate } from "../features/shell/owner-gate";
import { MessageForm } from "../features/support/message-form";
import { OwnList } from "../features/support/own-list";
import { OwnThread } from "../features/support/own-thread";
import { useFreshness } from "../lib/connection";
import { paths } from "../lib/paths";
import { supportThreadPath, THREAD } from "../lib/support-paths";
import { useTheme } from "../lib/theme";
import { everyone } from "../texts/everyone";
import { support as texts } from "../texts/support";
import { BackLink } from "../ui/back-link";
import { Card } from "../ui/card";
import { CardBoundary } from "../ui/card-boundary";
import { SkipLink } from "../ui/skip-link";

/** Only for signed-in owners; also after a lapse. */
export default function SupportScreen() {
  return (
    <OwnerGate requires="session" title={texts.title}>
      {(_account, { timezone }) => <Support timeZone={timezone} />}
    </OwnerGate>
  );
}

function Support({ timeZone }: { timeZone: string }) {
  // Follows the system here, too: this page has no switch of its own.
  useTheme();
  const freshness = useFreshness();
  const [search] = useSearchParams();
  const threadId = search.get(THREAD);
  return (
    <>
      <title>{everyone.titled(texts.title)}</title>
      <SkipLink />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-4 pb-12 outline-none md:px-8"
      >
        <header>
          {threadId === null ? (
            <BackLink to={paths.dashboard}>{texts.back}</BackLink>
          ) : (
            <BackLink to={paths.support}>{texts.thread.back}</BackLink>
          )}
          <h1 className="mt-2 text-2xl font-extrabold tracking-tight">
            {texts.title}
          </h1>
        </header>
        <CutBanner freshness={freshness} timeZone={timeZone} />
        <CardBoundary key={threadId} text={texts.failed}>
          {threadId === null ? (
            <All timeZone={timeZone} />
          ) : (
            <OwnThread threadId={threadId} timeZone={timeZone} />
          )}
        </CardBoundary>
      </main>
    </>
  );
}

function All({ timeZone }: { timeZone: string }) {
  const send = useMutation(api.support.send);
  const navigate = useNavigate();
  return (
    <>
      <OwnList timeZone={timeZone} />
      <Card title={texts.form.title}>
        <p className="mt-1 text-ink-2">{texts.form.meaning}</p>
        <MessageForm
          asks={["subject"]}
          label={texts.form.message}
          verb={texts.form.send}
          said={texts.form.sent}
          send={async ({ subject, text }) => {
            const sent = await send({ subject, text });
            if (!sent.ok) return sent;
            void navigate(supportThreadPath(sent.threadId));
            return null;
          }}
        />
      </Card>
    </>
  );
}
