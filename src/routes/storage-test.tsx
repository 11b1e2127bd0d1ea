/** /storage-test: whether file storage works (product.md V8). */
import { Reading, Writing } from "../features/storage-test/checks";
import { useSession } from "../lib/account/me";
import { storageTest as strings } from "../strings/storage-test";
import { PageFrame } from "../ui/page-frame";

export default function StorageTestScreen() {
  const session = useSession();
  const isAdmin = session.is === "signedIn" && session.me.adminSession !== null;
  return (
    <PageFrame title={strings.title} className="grid max-w-xl gap-4 md:pt-8">
      <h1 className="text-2xl font-extrabold tracking-tight">
        {strings.title}
      </h1>
      <p className="text-ink-2">{strings.about}</p>
      <Reading />
      <Writing isAdmin={isAdmin} />
    </PageFrame>
  );
}
