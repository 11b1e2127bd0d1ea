/**
 * Whether somebody has just logged out on purpose: then the login page does
 * not lead back to where they were. Kept outside React, because the session
 * ends before the next screen has been loaded.
 */
let onPurpose = false;

/** Begins or calls off a logout. */
export function setLoggingOut(is: boolean): void {
  onPurpose = is;
}

/** True from pressing Logout until the login page is there. */
export function isLoggingOut(): boolean {
  return onPurpose;
}
