/** Why connecting or disconnecting has failed, beside the button that was pressed. It takes no focus: it may be there when the card comes into view. */
import { CircleAlert } from "lucide-react";
import { everyone } from "../../strings/everyone";
import { Banner } from "../../ui/banner";

export function Failed({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <Banner tone="danger" icon={CircleAlert} className="mt-4">
      <span className="sr-only">{everyone.errorMark} </span>
      {message}
    </Banner>
  );
}
