/** 'Many from one connection': the notice of suspicious joins at the desk, settled with one press. */
import { Users } from "lucide-react";
import { dashboard as strings } from "../../../strings/dashboard";
import { Banner } from "../../../ui/banner";
import { Button } from "../../../ui/button";
import type { Board } from "../types";
import type { Desk } from "../use-desk";

const COUNTED = 100;

export function CrowdNotice({
  board,
  desk,
}: {
  board: Board | null | undefined;
  desk: Desk;
}) {
  const crowds = board?.crowds ?? [];
  // Always rendered: screen readers announce only changes in an existing region.
  return (
    <div role="status" className={crowds.length > 0 ? "grid gap-3" : "sr-only"}>
      {crowds.map(({ crowdId, waiting }) => (
        <Banner key={crowdId} tone="warn" icon={Users} spoken={false}>
          <p>{strings.desk.crowd(waiting, COUNTED)}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              variant="outlineDanger"
              onClick={() => desk.removeCrowd(crowdId)}
            >
              {strings.desk.removeCrowd}
            </Button>
            <Button onClick={() => desk.keepCrowd(crowdId)}>
              {strings.desk.keepCrowd}
            </Button>
          </div>
        </Banner>
      ))}
    </div>
  );
}
