// The page of the API reference, and the script that starts it.

/** The HTML page; it loads nothing from other hosts and contains no inline script. */
export const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Shelfscribe API</title>
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/scalar.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** The script that shows the API document on the page; every feature that would call another host is off. */
export const START = `Scalar.createApiReference('#reference', ${JSON.stringify(
  {
    url: '/openapi.json',
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    authentication: { preferredSecurityScheme: 'bearer' },
  },
  null,
  2,
)});
`;
