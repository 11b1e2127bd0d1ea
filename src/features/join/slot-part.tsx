/** Calendar and times inside the form, loaded on demand for a booking. */
import { RefreshCw } from "lucide-react";
import { useEffect, useState, type ComponentProps } from "react";
import { everyone } from "../../strings/everyone";
import { customers as strings } from "../../strings/customers";
import { Button } from "../../ui/button";
import { Bone, Skeleton } from "../../ui/skeleton";
import type { SlotPicker } from "../../lib/slot-picker";
import type { LoadSlotPicker } from "./types";

type Props = ComponentProps<SlotPicker> & { load: LoadSlotPicker };

type Loaded = { Picker: SlotPicker } | "failed" | null;

/** Not React.lazy: a failed load shows its message here, and the form stays. */
export function SlotPart({ load, ...picker }: Props) {
  const [loaded, setLoaded] = useState<Loaded>(null);
  useEffect(() => {
    let gone = false;
    const show = (now: Loaded) => !gone && setLoaded(now);
    load().then(
      ({ default: Picker }) => show({ Picker }),
      () => show("failed"),
    );
    return () => {
      gone = true;
    };
  }, [load]);

  if (loaded === null) return <Loading />;
  if (loaded === "failed") {
    return (
      <Failed
        onRetry={async () => {
          const { default: Picker } = await load();
          setLoaded({ Picker });
        }}
      />
    );
  }
  return <loaded.Picker {...picker} />;
}

function Loading() {
  return (
    <Skeleton label={strings.join.loadingTimes} className="grid gap-3">
      <Bone className="h-6 w-1/2" />
      <Bone className="h-72 rounded-lg" />
    </Skeleton>
  );
}

/** Not a reload, which would lose what was typed. */
function Failed({ onRetry }: { onRetry: () => Promise<void> }) {
  const [state, setState] = useState<"busy" | "still">();
  const retry = () => {
    setState("busy");
    onRetry().catch(() => setState("still"));
  };
  return (
    <div role="alert" className="rounded-lg bg-sunken p-4 text-center">
      <p className="font-semibold">{strings.join.timesNotLoaded}</p>
      <Button
        icon={RefreshCw}
        className="mt-3"
        busy={state === "busy"}
        onClick={retry}
      >
        {strings.join.retry}
      </Button>
      {state === "still" && <p className="mt-2">{everyone.stillOffline}</p>}
    </div>
  );
}
