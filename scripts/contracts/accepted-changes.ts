// The breaking changes of the API since the last release that are meant, each with the reason why no client of it fails.

/** What an Idempotency-Key, and an e-mail address, was always checked by; version 1.0.0 did not tell. */
const KEY = '"^[!-~]([ -~]*[!-~])?$"';
const EMAIL = String.raw`"^(?:[A-Za-z0-9_'+\\-]+\\.)*[A-Za-z0-9_'+\\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$"`;
const REFUSED_BEFORE = 'Version 1.0.0 refused the same; only its document did not say so.';

/** The reasons by finding. `npm run check` names those that are superfluous, as all are after a release. */
export const ACCEPTED_CHANGES: Readonly<Record<string, string>> = {
  'GET /products/imports/{id}: answer 200.marketplace may be absent':
    'Only an import of a CSV file has none.',
  'GET /products/imports/{id}: answer 200.items[].asin may be absent': 'Only a row of a CSV file has none.',
  'GET /accounts: answer 200.auth.sessionId may be absent': 'Only an API key has no session.',
  'GET /accounts: answer 200.auth.expiresAt may be absent': 'Only an API key may have no expiry.',
  [`POST /products/import/retailer: parameter Idempotency-Key has not pattern ${KEY}`]: REFUSED_BEFORE,
  [`POST /generations: parameter Idempotency-Key has not pattern ${KEY}`]: REFUSED_BEFORE,
  [`POST /accounts/sessions/email: body.email has not pattern ${EMAIL}`]: REFUSED_BEFORE,
};
