/** /unsubscribe: ends the e-mails that the link stood in. */
import { Link, useSearchParams } from "react-router-dom";
import { EndMails } from "../features/unsubscribe/end-mails";
import { paths } from "../lib/paths";
import { everyone } from "../texts/everyone";
import { unsubscribe as texts } from "../texts/unsubscribe";
import { Mark } from "../ui/mark";
import { SkipLink } from "../ui/skip-link";

/** Public; product.md E4. */
export default function UnsubscribeScreen() {
  const [search] = useSearchParams();
  return (
    <>
      <title>{everyone.titled(texts.title)}</title>
      <SkipLink />
      <header className="px-5 py-4 md:px-8">
        <Link
          to={paths.home}
          aria-label={everyone.home}
          className="inline-flex min-h-11 items-center rounded-md"
        >
          <Mark />
        </Link>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-md px-5 pt-4 pb-12 outline-none md:pt-10"
      >
        <div className="rounded-lg border border-line bg-surface p-5 md:p-6">
          <EndMails token={search.get("token") ?? ""} />
        </div>
      </main>
    </>
  );
}
