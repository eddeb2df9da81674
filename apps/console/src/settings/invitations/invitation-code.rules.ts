// Where the code of an invitation stands: in the fragment of a link, which no server gets to see, or alone. Pure.

/** The link that leads to a page with a code. */
export function joinLink(page: string, code: string): string {
  return `${page}#${new URLSearchParams({ code }).toString()}`;
}

/** The code in the fragment of an address, which is given without its #; empty when there is none. */
export function codeIn(fragment: string): string {
  return new URLSearchParams(fragment).get('code') ?? '';
}

/** The code in what a person has entered: the code, or the whole link. */
export function enteredCode(text: string): string {
  const at = text.indexOf('#');
  return (at < 0 ? text : codeIn(text.slice(at + 1))).trim();
}
