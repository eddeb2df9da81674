// Where our microseconds become the API's whole Unix seconds.

/** A moment in whole Unix seconds, rounded down. */
export function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
