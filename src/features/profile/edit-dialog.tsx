/** 'Edit Profile' as a window. Keeps what was changed on this device until it is saved, and asks before it throws it away. */
import { useState } from "react";
import { profile as texts } from "../../texts/profile";
import { Confirm } from "../../ui/confirm";
import { Dialog } from "../../ui/dialog";
import { dropDraft, keepDraft, withDraft } from "./draft";
import { EditForm } from "./edit-form";
import type { OwnProfile } from "./types";

/** Mounted while it is open. */
export default function EditDialog({
  known,
  onClose,
}: {
  known: OwnProfile;
  onClose: () => void;
}) {
  // The first values only: what somebody is typing stays.
  const [base] = useState(known.settings);
  const { businessId } = known;
  const [initial] = useState(() => withDraft("profile", businessId, base));
  const isBack = initial !== base;
  const [dirty, setDirty] = useState(isBack);
  const [asking, setAsking] = useState(false);
  const close = () => (dirty ? setAsking(true) : onClose());
  const end = () => {
    dropDraft("profile");
    onClose();
  };
  return (
    <Dialog open onClose={close} title={texts.edit} width="editor">
      <EditForm
        initial={initial}
        isBack={isBack}
        logoUrl={known.logoUrl}
        onTyped={(now) => {
          setDirty(true);
          keepDraft("profile", businessId, base, now);
        }}
        onSaved={end}
        onCancel={close}
      />
      <Confirm
        open={asking}
        title={texts.discardTitle}
        question={texts.discardQuestion}
        verb={texts.discard}
        busy={false}
        onConfirm={end}
        onCancel={() => setAsking(false)}
      />
    </Dialog>
  );
}
