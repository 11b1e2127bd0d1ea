/** What the owner of a business reads: wizard, desk, queues, plan and bills. */
export const owners = {} as const;
