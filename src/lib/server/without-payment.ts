/** Built for a server without payment: no prices (product.md P7). A build setting: the front page asks no server. */
export const WITHOUT_PAYMENT = import.meta.env.VITE_WITHOUT_PAYMENT === "1";
