/** 'Edit Profile' as a window. Keeps changes on this device until they are saved, and asks before it discards them. */
import { useState } from "react";
import { profile as strings } from "../../strings/profile";
import { Confirm } from "../../ui/windows/confirm";
import { Dialog } from "../../ui/windows/dialog";
import { dropDraft, keepDraft, withDraft } from "./draft";
import { EditForm } from "./edit-form";
import type { OwnProfile } from "./types";

export default function EditDialog(props: {
  known: OwnProfile;
  onClose: () => void;
}) {
  const { known, onClose } = props;
  // The initial values only, so typed text stays.
  const [opened] = useState(known.settings);
  const { businessId } = known;
  const [initial] = useState(() => withDraft("profile", businessId, opened));
  const [isBack] = useState(initial !== opened);
  // Fields that another window also changed. Their new values may arrive only after the refusal.
  const [refused, setRefused] = useState<readonly string[]>([]);
  const base = withFields(opened, known, refused);
  const [dirty, setDirty] = useState(isBack);
  const [asking, setAsking] = useState(false);
  const close = () => (dirty ? setAsking(true) : onClose());
  const end = () => {
    dropDraft("profile");
    onClose();
  };
  return (
    <Dialog open onClose={close} title={strings.edit} width="editor">
      <EditForm
        base={base}
        initial={initial}
        isBack={isBack}
        logoUrl={known.logoUrl}
        onTyped={(now) => {
          setDirty(true);
          keepDraft("profile", businessId, base, now);
        }}
        onOverwrite={(fields) => setRefused((old) => [...old, ...fields])}
        onSaved={end}
        onCancel={close}
      />
      <Confirm
        open={asking}
        title={strings.discardTitle}
        question={strings.discardQuestion}
        verb={strings.discard}
        busy={false}
        onConfirm={end}
        onCancel={() => setAsking(false)}
      />
    </Dialog>
  );
}

function withFields(
  base: OwnProfile["settings"],
  { settings }: OwnProfile,
  fields: readonly string[],
): OwnProfile["settings"] {
  const now = Object.entries(settings).filter(([name]) =>
    fields.includes(name),
  );
  return { ...base, ...Object.fromEntries(now) };
}
