// Keeps what an address says behind its # there: browsers send none of that to a server, so no log has it. Pure.

/** An address with a fragment, which is given without its #; nothing is added when it is empty. */
export function withFragment(address: string, fragment: string): string {
  return fragment === '' ? address : `${address}#${fragment}`;
}
