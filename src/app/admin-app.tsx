/** The app of the platform's admins: their sign-in, and all that is below /admin (routes/admin/pages.ts). */
import "./admin.css";
import { Fragment } from "react";
import { paths } from "../lib/address/paths";
import { startSite } from "./start-site";
import { screen } from "./router";

/** Draws the app into `root`. */
export const start = startSite({
  name: "admin",
  login: paths.adminLogin,
  frame: Fragment,
  screens: {
    [paths.adminLogin]: screen(() => import("../routes/admin/login")),
    [`${paths.admin}/*`]: screen(() => import("../routes/admin")),
  },
});
