/** /admin and every address below it except the login: the frame, and the page of the address. */
import { Outlet, Route, Routes, useLocation } from "react-router-dom";
import { version } from "../../package.json";
import { AdminGate } from "../features/admin-access/admin-gate";
import { PageSkeleton } from "../features/shell/admin-page";
import { AdminShell } from "../features/shell/admin-shell";
import { PageBoundary } from "../features/shell/page-boundary";
import { useLogout } from "../features/shell/use-logout";
import { onDemand } from "../lib/on-demand";
import { paths } from "../lib/address/paths";
import { adminPages } from "./admin/pages";
import { SecondFactor } from "./admin/second-factor";

const notFound = onDemand(() => import("./admin/not-found"));

const pages = adminPages.map(({ path, load }) => {
  const { Screen } = onDemand(load);
  return (
    <Route
      key={path}
      path={path.slice(paths.admin.length + 1)}
      element={<Screen key={path} fallback={<PageSkeleton />} />}
    />
  );
});

const menu = adminPages.flatMap(({ path, menu }) =>
  menu === undefined ? [] : [{ to: path, ...menu }],
);

export default function AdminScreen() {
  return (
    <Routes>
      <Route element={<Framed />}>
        {pages}
        <Route
          path="*"
          element={<notFound.Screen fallback={<PageSkeleton />} />}
        />
      </Route>
    </Routes>
  );
}

function Framed() {
  const { pathname } = useLocation();
  const signOut = useLogout(paths.adminLogin);
  return (
    <AdminGate
      onSignOut={signOut}
      setUp={(email, onReady) => (
        <SecondFactor email={email} onReady={onReady} fallback={null} />
      )}
    >
      {({ email }) => (
        <AdminShell email={email} menu={menu} version={version}>
          <PageBoundary key={pathname}>
            <Outlet />
          </PageBoundary>
        </AdminShell>
      )}
    </AdminGate>
  );
}
