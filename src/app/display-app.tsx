/** The display's app: one screen, a plain connection without sign-in, no router. */
import "./display.css";
import { ConvexProvider } from "convex/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openConvexClient } from "../lib/server/convex-client";
import DisplayScreen from "../routes/display";
import { ErrorBoundary } from "./error-boundary";
import { Drawn } from "./first-sight";

export function start(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <ConvexProvider client={openConvexClient()}>
          <DisplayScreen />
          <Drawn />
        </ConvexProvider>
      </ErrorBoundary>
    </StrictMode>,
  );
}
