/** The picked queue's chairs and its pause. */
import { useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { Bone } from "../../../ui/skeleton";
import { ChairsStepper } from "./chairs-stepper";
import { PauseButton } from "./pause-queue";
import type { OnDutyProps } from "../types";

export function OnDuty({
  queueId,
  ...props
}: Omit<OnDutyProps, "board"> & { queueId: string | null }) {
  const board = useQuery(
    api.desk.actions.board,
    queueId === null ? "skip" : { queueId },
  );
  if (queueId === null) return null;
  if (board === undefined) return <Bone className="h-12 w-80 max-w-full" />;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <ChairsStepper board={board} {...props} />
      <PauseButton board={board} {...props} />
    </div>
  );
}
