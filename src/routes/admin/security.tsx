/** /admin/security: the platform's admins, and the admin's own sign-in. */
import { AdminsCard } from "../../features/admin-access/admins-card";
import { AdminPage } from "../../features/shell/admin-page";
import { useSession } from "../../lib/account/me";
import { adminAccess } from "../../strings/admin/admin-access";
import { SecondFactor } from "./second-factor";

const { security: strings } = adminAccess;

export default function Security() {
  const session = useSession();
  return (
    <AdminPage title={strings.title} note={strings.note}>
      {session.is === "signedIn" && (
        <div className="grid max-w-4xl gap-5">
          <AdminsCard userId={session.me.userId} />
          <SecondFactor email={session.me.email} fallback={null} />
        </div>
      )}
    </AdminPage>
  );
}
