/** 'Joining and bookings': what an owner sets about them beside the weekly hours. */
import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { dayKey } from "../../../convex/model/timezones";
import { serverNow } from "../../lib/server-clock";
import { visitRules as texts } from "../../texts/visit-rules";
import { Confirm } from "../../ui/confirm";
import { Dialog } from "../../ui/dialog";
import { Bone, Skeleton } from "../../ui/skeleton";
import { VisitRulesForm } from "./visit-rules-form";

/** Asks before it throws away what was changed. Mounted while it is open. */
export function VisitRulesDialog({
  businessId,
  onClose,
}: {
  businessId: Id<"businesses">;
  onClose: () => void;
}) {
  const known = useQuery(api.businesses.publicProfile, { businessId });
  const [dirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = () => (dirty ? setAsking(true) : onClose());
  return (
    <Dialog
      open
      onClose={close}
      title={texts.title}
      description={texts.meaning}
      width="wide"
    >
      {known ? (
        <VisitRulesForm
          initial={known}
          today={dayKey(serverNow(), known.timezone)}
          onDirty={() => setDirty(true)}
          onSaved={onClose}
          onCancel={close}
        />
      ) : (
        <Skeleton label={texts.loading} className="grid gap-3 p-6 pt-2">
          <Bone className="h-5 w-2/5" />
          <Bone className="h-12" />
          <Bone className="h-12" />
        </Skeleton>
      )}
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
