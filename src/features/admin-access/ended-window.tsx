/** Covers a page of the portal when its session has ended. The password resumes it in place. */
import { useId } from "react";
import { adminAccess } from "../../strings/admin/admin-access";
import { admin } from "../../strings/admin/admin";
import { Button } from "../../ui/button";
import { Window } from "../../ui/windows/window";
import { ProveForm } from "./prove-form";

const { ended: strings } = adminAccess;

const stay = () => undefined;

export function EndedWindow(props: { email: string; onSignOut: () => void }) {
  const { email, onSignOut } = props;
  const id = useId();
  return (
    <Window
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      onEscape={stay}
      className="overflow-y-auto p-6 md:max-w-md"
    >
      <h2 id={`${id}-title`} className="text-xl font-extrabold tracking-tight">
        {strings.title}
      </h2>
      <p id={`${id}-text`} className="mt-2 mb-5 text-ink-2">
        {strings.meaning}
      </p>
      <ProveForm
        email={email}
        verb={strings.verb}
        onDone={stay}
        beside={
          <Button size="field" onClick={onSignOut}>
            {admin.signOut}
          </Button>
        }
      />
    </Window>
  );
}
