/** Before the token, in the fragment of the join page: browsers send it neither to servers nor in the Referer. */
export const BOOKING_FRAGMENT = "#booking=";
