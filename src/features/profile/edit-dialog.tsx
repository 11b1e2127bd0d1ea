/** 'Edit Profile' as a window. Asks before it throws away what was changed. */
import { useState } from "react";
import { profile as texts } from "../../texts/profile";
import { Confirm } from "../../ui/confirm";
import { Dialog } from "../../ui/dialog";
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
  const [initial] = useState(known.settings);
  const [dirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = () => (dirty ? setAsking(true) : onClose());
  return (
    <Dialog open onClose={close} title={texts.edit} width="editor">
      <EditForm
        initial={initial}
        logoUrl={known.logoUrl}
        onDirty={() => setDirty(true)}
        onSaved={onClose}
        onCancel={close}
      />
      <Confirm
        open={asking}
        title={texts.discardTitle}
        question={texts.discardQuestion}
        verb={texts.discard}
        busy={false}
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      />
    </Dialog>
  );
}
