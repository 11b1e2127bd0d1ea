/** The start of an app with sign-in. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ErrorBoundary } from "./error-boundary";
import { preloadScreen, Router, type Site } from "./router";

export function startSite(site: Site): (root: HTMLElement) => void {
  return (root) => {
    preloadScreen(site);
    createRoot(root).render(
      <StrictMode>
        <ErrorBoundary>
          <Router {...site} />
        </ErrorBoundary>
      </StrictMode>,
    );
  };
}
