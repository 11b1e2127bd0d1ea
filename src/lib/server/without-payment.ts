/**
 * Whether this client was built for a server whose businesses need no payment:
 * then no price is in it (product.md P7). Told by the build, because the front
 * page asks no server; what the server itself says is api.account.deployment.current.
 */
export const WITHOUT_PAYMENT = import.meta.env["VITE_WITHOUT_PAYMENT"] === "1";
