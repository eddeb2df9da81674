// The breaking changes of the API since the last release that are meant, each with the reason why no client of it fails.

/** The reasons by finding. `npm run check` names those that are superfluous, as all are after a release. */
export const ACCEPTED_CHANGES: Readonly<Record<string, string>> = {
  'GET /products/imports/{id}: answer 200.marketplace may be absent':
    'Only an import of a CSV file has none.',
  'GET /products/imports/{id}: answer 200.items[].asin may be absent': 'Only a row of a CSV file has none.',
  'GET /accounts: answer 200.auth.sessionId may be absent': 'Only an API key has no session.',
  'GET /accounts: answer 200.auth.expiresAt may be absent': 'Only an API key may have no expiry.',
};
