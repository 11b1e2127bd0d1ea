/** The profile of a business: what its owner reads and changes of it. */

export const profile = {
  title: "Profile Settings",
  back: "Back to Dashboard",
} as const;
