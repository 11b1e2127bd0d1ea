/**
 * Whether this client was built for a server without payment; then it shows no price (product.md P7). A build setting,
 * because the front page asks no server. The server's answer is api.account.deployment.current.
 */
export const WITHOUT_PAYMENT = import.meta.env["VITE_WITHOUT_PAYMENT"] === "1";
