/** Asks for the password again when a call requires it. The hook is in lib/server/confirmed. */
import { useCallback, useState, type ReactNode } from "react";
import { ConfirmedContext, type Confirmed } from "../../lib/server/confirmed";
import { adminAccess } from "../../strings/admin/admin-access";
import { refusalIn } from "../../strings/refusals/admin";
import { parts } from "../../strings/parts";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/windows/dialog";
import { ProveForm } from "./prove-form";

const { confirm: strings } = adminAccess;

/** Gets whether the password was right. One question at a time, because its window covers the page. */
type Asked = { answer: (isThem: boolean) => void };

export function Confirming(props: { email: string; children: ReactNode }) {
  const { email, children } = props;
  const [asked, setAsked] = useState<Asked | null>(null);
  const confirmed = useCallback<Confirmed>(async (call) => {
    try {
      return await call();
    } catch (error) {
      if (refusalIn(error)?.code !== "confirmFirst") throw error;
      const isThem = await new Promise<boolean>((answer) =>
        setAsked({ answer }),
      );
      setAsked(null);
      return isThem ? await call() : null;
    }
  }, []);
  return (
    <ConfirmedContext value={confirmed}>
      {children}
      {asked !== null && (
        <Dialog
          width="confirm"
          title={strings.title}
          description={strings.meaning}
          onClose={() => asked.answer(false)}
        >
          <div className="px-4 pb-5 md:px-6">
            <ProveForm
              email={email}
              verb={strings.verb}
              onDone={() => asked.answer(true)}
              beside={
                <Button size="field" onClick={() => asked.answer(false)}>
                  {parts.cancel}
                </Button>
              }
            />
          </div>
        </Dialog>
      )}
    </ConfirmedContext>
  );
}
