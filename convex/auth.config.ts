/** The token issuers that this deployment accepts: only itself. */
export default {
  providers: [{ domain: process.env.CONVEX_SITE_URL, applicationID: "convex" }],
};
