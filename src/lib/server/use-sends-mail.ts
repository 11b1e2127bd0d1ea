/** Whether this server sends e-mails; no, until it is known. */
import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";

export function useSendsMail(): boolean {
  const services = useQuery(api.account.deployment.current, {});
  return (services?.mail ?? "off") !== "off";
}
