/** The two logins of the demo. Not secrets: they exist only where DEPLOYMENT_KIND says demo or test. */
export const DEMO_OWNER = {
  email: "owner@demo.yourturn.example",
  password: "Demo-Owner-1!",
} as const;
export const DEMO_ADMIN = {
  email: "admin@demo.yourturn.example",
  password: "Demo-Admin-1!",
} as const;
