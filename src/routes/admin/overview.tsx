/** /admin: where to go, and how the platform is doing. */
import { AdminPage } from "../../features/shell/admin-page";
import { admin } from "../../texts/admin";

const { overview: texts } = admin;

/** The index of the portal. */
export default function Overview() {
  return <AdminPage title={texts.title}>{null}</AdminPage>;
}
