/** /email-confirmation: the target of links in old e-mails. Leads to the payment page, which forwards paying users. */
import { Navigate } from "react-router-dom";
import { paths } from "../lib/address/paths";

/** product.md S8. */
export default function EmailConfirmationScreen() {
  return <Navigate to={paths.paymentRequired} replace />;
}
