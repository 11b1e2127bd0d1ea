/** /email-confirmation: links of old e-mails; leads to the payment page, which lets those on who have paid. */
import { Navigate } from "react-router-dom";
import { paths } from "../lib/paths";

/** Specification, public part §2: always. */
export default function EmailConfirmationScreen() {
  return <Navigate to={paths.paymentRequired} replace />;
}
