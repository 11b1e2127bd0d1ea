/** /unsubscribe: ends the e-mails that contained the link (product.md E4). */
import { useSearchParams } from "react-router-dom";
import { EndMails } from "../features/unsubscribe/end-mails";
import { unsubscribe as strings } from "../strings/unsubscribe";
import { PageFrame } from "../ui/page-frame";

export default function UnsubscribeScreen() {
  const [search] = useSearchParams();
  return (
    <PageFrame title={strings.title} className="max-w-md md:pt-10">
      <div className="rounded-lg border border-line bg-surface p-5 md:p-6">
        <EndMails token={search.get("token") ?? ""} />
      </div>
    </PageFrame>
  );
}
