/** The admins' app: their login, and all addresses below /admin (routes/admin/pages.ts). */
import "./admin.css";
import { Fragment } from "react";
import { paths } from "../lib/address/paths";
import { startSite } from "./start-site";
import { screen } from "./router";

export const start = startSite({
  name: "admin",
  login: paths.adminLogin,
  frame: Fragment,
  screens: {
    [paths.adminLogin]: screen(() => import("../routes/admin/login")),
    [`${paths.admin}/*`]: screen(() => import("../routes/admin")),
  },
});
