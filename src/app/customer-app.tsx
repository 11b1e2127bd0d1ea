/** The customer's app: one screen, a plain connection without sign-in, no router. */
import "./customer.css";
// Not imported where it is used: the dashboard has all classes in its own order, which a second copy would override.
import "../features/booking/booking.css";
import { ConvexProvider } from "convex/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openConvexClient } from "../lib/server/convex-client";
import JoinScreen, { askForJoinScreen } from "../routes/join";
import { ErrorBoundary } from "./error-boundary";
import { Drawn } from "./first-sight";

export function start(root: HTMLElement): void {
  const client = openConvexClient();
  askForJoinScreen(client);
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <ConvexProvider client={client}>
          <JoinScreen />
          <Drawn />
        </ConvexProvider>
      </ErrorBoundary>
    </StrictMode>,
  );
}
