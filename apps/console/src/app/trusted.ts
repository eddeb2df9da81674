// Lets a page under `require-trusted-types-for 'script'` write style sheets, and nothing that could be markup.

/** What browsers with Trusted Types have; the others do not need it. */
interface TrustedTypes {
  createPolicy(name: string, policy: { createHTML(text: string): string }): unknown;
}

const { trustedTypes } = window as { trustedTypes?: TrustedTypes };

trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (text.includes('<')) throw new TypeError('Markup is not written as a string.');
    return text;
  },
});
