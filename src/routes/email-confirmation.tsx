/** /email-confirmation: links of old e-mails; leads to the payment page, which lets those on who have paid. */
import { Navigate } from "react-router-dom";
import { paths } from "../lib/address/paths";

/** product.md S8. */
export default function EmailConfirmationScreen() {
  return <Navigate to={paths.paymentRequired} replace />;
}
