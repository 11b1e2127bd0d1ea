/** Where a called person goes: a named chair, and who works there. */
export type CallPlace = {
  readonly chair: string;
  readonly person: string | null;
};

/** 'Chair 2 · Sam' */
export function placeName({ chair, person }: CallPlace): string {
  return person === null ? chair : `${chair} · ${person}`;
}

/** 'Chair 2 (Sam)', for texts: a '·' would halve what fits into one. */
export function plainPlace({ chair, person }: CallPlace): string {
  return person === null ? chair : `${chair} (${person})`;
}
