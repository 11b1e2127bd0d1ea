/** A device counts again after this long; a visitor who has not joined by then is lost. The join page needs only this. */
export const LOOK_MS = 30 * 60_000;
