/** What the customers of a business read: the join page and their ticket. */
export const customers = {} as const;
