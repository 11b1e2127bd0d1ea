/** Until the operator has said who they are: on /privacy and /terms, and for admins. */
import { strings } from "./language/language";

export const operator = strings("operator", {
  unset: "This server's operator hasn't given a name and address yet.",
  whereToSet:
    "Operator: set OPERATOR_NAME and OPERATOR_ADDRESS when you start this server. See docs/deploy.md.",
});
