/** Loads this page again. Tests replace this file, because browsers protect `location`. */
export function reloadPage(): void {
  window.location.reload();
}
