/** Until the operator has said who they are: on /privacy and /terms, and for admins. */
import { strings } from "./language/language";

export const operator = strings("operator", {
  unset: "The operator of this server has not set a name and address yet.",
  whereToSet:
    "Operator: set OPERATOR_NAME and OPERATOR_ADDRESS where this server is started. docs/deploy.md explains them.",
});
