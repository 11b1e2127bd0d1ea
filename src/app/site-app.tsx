/** The app of everybody but customers: landing page, sign-in, dashboard. */
import "./site.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ErrorBoundary } from "./error-boundary";
import { preloadScreen, Router } from "./router";

/** Draws the app into `root`. */
export function start(root: HTMLElement): void {
  preloadScreen();
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <Router />
      </ErrorBoundary>
    </StrictMode>,
  );
}
