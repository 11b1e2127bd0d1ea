/** What every kind of reader may meet: parts that all screens share, accidents, waiting. */
export const everyone = {} as const;
