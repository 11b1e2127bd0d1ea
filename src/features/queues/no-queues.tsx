/** A business without a queue: the first thing to do. */
import { Plus } from "lucide-react";
import { dashboard } from "../../texts/dashboard";
import { Button } from "../../ui/button";
import { EmptyLine } from "../../ui/mark";

const { queues: texts } = dashboard;

/** 'No queues available' with the way to make one. @param onManage null after a lapse, when none can be made */
export function NoQueues({ onManage }: { onManage: (() => void) | null }) {
  return (
    <section
      aria-labelledby="no-queues"
      className="grid place-items-center rounded-lg border border-line bg-surface px-6 py-10 text-center"
    >
      <EmptyLine />
      <h2
        id="no-queues"
        className="mt-4 text-xl font-bold tracking-tight text-balance"
      >
        {texts.noneAvailable}
      </h2>
      <p className="mt-1.5 text-ink-2">
        {onManage === null ? texts.planFirst : texts.makeFirst}
      </p>
      {onManage !== null && (
        <Button
          variant="primary"
          size="lg"
          icon={Plus}
          className="mt-5"
          onClick={onManage}
        >
          {texts.manage}
        </Button>
      )}
    </section>
  );
}
