/** Why connecting or disconnecting failed, beside the button. It takes no focus, because it may already be there. */
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
