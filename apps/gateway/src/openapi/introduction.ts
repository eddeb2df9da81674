// The introduction of the API document: quick start, conventions, and the error tables of the contracts.
import { ERRORS, GENERATION_ERRORS, IMPORT_ITEM_ERRORS, type Bilingual } from '#contracts';

const CODES = Object.entries(ERRORS)
  .map(
    ([code, { status, retryable, en, zh }]) =>
      `| ${status} | \`${code}\` | ${retryable ? 'yes' : 'no'} | ${en} | ${zh} |`,
  )
  .join('\n');

const records = (table: Record<string, Bilingual>) =>
  Object.entries(table)
    .map(([code, { en, zh }]) => `| \`${code}\` | ${en} | ${zh} |`)
    .join('\n');

const CONVENTIONS = `## Conventions

- Bodies are JSON in UTF-8. Unknown fields, repeated fields and unknown query parameters are refused, and so are texts
  with NUL or half of a surrogate pair.
- Timestamps and durations are whole seconds; timestamps are Unix time.
- Absent optional fields are left out, never null. Ids are opaque.
- **Lists** are in pages: pass \`nextToken\` back until a page has none. A page may have fewer rows than
  \`limit\`, or none, although others follow. A row that existed all the time is seen exactly once.
- **Access**: a viewer reads, an editor writes too, and an owner also manages the workspace; \`x-required-access\` names
  the step that each operation needs; without it the answer is 403. A program sends an API key (\`ssk_…\`) in the place of an access token:
  it may do what both its scopes and the present role of its account allow, in its one workspace.
- **Idempotency**: send an \`Idempotency-Key\` with a creating POST and repeat it safely for 24 hours. A repeated
  answer carries \`Idempotency-Replayed: true\`; the same key with another body is refused.
- **Versions**: a record that can be changed carries \`ETag\`. A write with \`If-Match\` and the tag of an older version gets
  412 with the present tag. A GET with \`If-None-Match\` gets 304 as long as nothing has changed.
- **Events**: \`GET /events\` tells what happened in the workspace, as pages and as a stream, and webhooks send the same
  events. Each event has one id: ignore an id that you have handled. Webhooks are signed as Standard Webhooks specifies: verify
  them with one of its libraries, and answer 2xx within 15 seconds.
- Every answer carries \`X-Request-Id\`.
- **Limits**: \`RateLimit-Policy\` names the limit that counts (requests \`q\` in \`w\` seconds) and \`RateLimit\` what is
  left of it (\`r\`, all of it again after \`t\` seconds). Beyond it: 429, and \`Retry-After\`.`;

/** The introduction in Markdown. `baseUrl` and `coreUrl` are the two documented roots. */
export function introduction(baseUrl: string, coreUrl: string): string {
  return `Keeps a catalogue of products and writes content from it.

## Quick start

\`\`\`sh
TOKEN=$(curl -s ${coreUrl}/accounts/sessions/email \\
  -H 'Content-Type: application/json' \\
  -d '{"email":"demo@shelfscribe.dev","password":"shelfscribe-demo"}' | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')

curl ${baseUrl}/products/import/retailer -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' -d '{"asins":["B07Y33KYXZ"]}'

curl ${baseUrl}/products -H "Authorization: Bearer $TOKEN"

curl ${baseUrl}/generations -H "Authorization: Bearer $TOKEN" -H 'Prefer: wait=30' \\
  -H 'Content-Type: application/json' \\
  -d '{"applicationId":"product-title","inputs":{"keywords":["oak"]}}'
\`\`\`

${CONVENTIONS}

## Errors

Every error has the body \`{"error": {"code", "id", "message", "target", "details"}}\`; with status 500 \`code\` and
\`message\` stand beside it too. Decide by \`code\`; \`message\` is for people, in the language of \`Accept-Language\`
(\`en\` or \`zh\`). \`GET ${baseUrl}/errors\` returns these tables as JSON. Repeat a request only if the table calls its error retryable, and wait as long as \`Retry-After\` says.

| Status | Code | Retryable | English | 中文 |
|---|---|---|---|---|
${CODES}

### Why a generation FAILED (\`errorCode\`)

| Code | English | 中文 |
|---|---|---|
${records(GENERATION_ERRORS)}

### Why an identifier could not be imported (\`items[].errorCode\`)

| Code | English | 中文 |
|---|---|---|
${records(IMPORT_ITEM_ERRORS)}
`;
}
