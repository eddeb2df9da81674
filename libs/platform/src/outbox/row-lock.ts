// The row lock that lets several relays empty one outbox.

/** Each row goes to one relay; another relay takes later rows instead of waiting. */
export const ROW_LOCK: string = 'FOR UPDATE SKIP LOCKED';
