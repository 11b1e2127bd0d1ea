/** An error about the picked day or time, or about a failed load. */
import { intoView } from "../../lib/into-view";
import { ErrorLine } from "../../ui/fields/field";

export function SlotError({ message }: { message: string }) {
  return (
    <ErrorLine ref={intoView} id="slot-error" role="alert" className="mt-3">
      {message}
    </ErrorLine>
  );
}
