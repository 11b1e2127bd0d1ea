/** Calendar and times inside the form, loaded on demand for a booking. */
import { RefreshCw } from "lucide-react";
import { useEffect, useState, type ComponentProps } from "react";
import { loadAgain } from "../../lib/server/newer-version";
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
  if (loaded === "failed") return <Failed />;
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

function Failed() {
  return (
    <div role="alert" className="rounded-lg bg-sunken p-4 text-center">
      <p className="font-semibold">{strings.join.timesNotLoaded}</p>
      <Button
        icon={RefreshCw}
        className="mt-3"
        onClick={() => void loadAgain()}
      >
        {strings.join.retry}
      </Button>
    </div>
  );
}
