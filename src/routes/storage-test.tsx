/** /storage-test: whether file storage works. */
import { Link } from "react-router-dom";
import { Reading, Writing } from "../features/storage-test/checks";
import { useSession } from "../lib/me";
import { paths } from "../lib/paths";
import { everyone } from "../texts/everyone";
import { storageTest as texts } from "../texts/storage-test";
import { Mark } from "../ui/mark";
import { SkipLink } from "../ui/skip-link";

/** Public; product.md V8. */
export default function StorageTestScreen() {
  const session = useSession();
  const isAdmin = session.is === "signedIn" && session.me.adminSession !== null;
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
        className="mx-auto grid w-full max-w-xl gap-4 px-5 pt-4 pb-12 outline-none md:pt-8"
      >
        <h1 className="text-2xl font-extrabold tracking-tight">
          {texts.title}
        </h1>
        <p className="text-ink-2">{texts.about}</p>
        <Reading />
        <Writing isAdmin={isAdmin} />
      </main>
    </>
  );
}
