# Builds one image for all processes; its argument selects the process (see deploy/entry.mjs). The image has no shell
# and no npm, and does not run as root.
#   docker build --tag shelfscribe:local --build-arg REVISION=$(git rev-parse HEAD) .
#   docker run shelfscribe:local gateway
# What is made is the same for every processor, so it is made on that of the builder: argon2, the only package with compiled
# parts, brings them for all.

# Compiles and bundles the sources, and writes the bill of materials. Install scripts of packages do not run, because the compiler
# needs none.
FROM --platform=$BUILDPLATFORM node:24-trixie-slim AS build
WORKDIR /shelfscribe
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY libs libs
COPY apps apps
RUN node_modules/.bin/tsc --project tsconfig.build.json --incremental false
COPY scripts/setup/bundle.mjs scripts/setup/
RUN node scripts/setup/bundle.mjs
RUN node_modules/.bin/vite build apps/console
COPY scripts/sbom.ts scripts/
RUN node scripts/sbom.ts > sbom.cdx.json

# Installs the production packages. Then removes files that are never loaded:
# - source maps and type declarations
# - the Swagger UI with its telemetry script: only SwaggerModule.setup loads it, which the gateway does not call
# - TypeORM's build for browsers
# - tests and documentation, but no licence
FROM --platform=$BUILDPLATFORM node:24-trixie-slim AS packages
WORKDIR /shelfscribe
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm \
    npm ci --ignore-scripts --omit=dev --omit=optional --omit=peer --no-audit --no-fund \
 && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete \
 && find node_modules -type f -iname '*.md' ! -iname 'licen[cs]e*' ! -iname 'notice*' -delete \
 && find node_modules -type d \( -name docs -o -name test -o -name tests -o -name __tests__ \) -prune -exec rm -rf {} + \
 && rm -rf node_modules/swagger-ui-dist node_modules/@scarf node_modules/typeorm/browser

FROM gcr.io/distroless/nodejs24-debian13:nonroot
WORKDIR /app
ENV NODE_ENV=production NODE_OPTIONS=--enable-source-maps
COPY --from=packages /shelfscribe/node_modules node_modules
# Two files have the modes of the checkout, whose umask may shut others out.
COPY --from=packages --chmod=644 /shelfscribe/package.json ./
COPY --from=build /shelfscribe/sbom.cdx.json ./
COPY --from=build /shelfscribe/dist/bundles dist/bundles
COPY --from=build /shelfscribe/dist/apps/console dist/apps/console
COPY --chmod=644 deploy/entry.mjs ./
# The uid of the user nonroot, as a number, so that Kubernetes can verify that it is not root.
USER 65532
ENTRYPOINT ["/nodejs/bin/node", "/app/entry.mjs"]
# Which sources this is made of. Last, because it differs from build to build.
ARG SOURCE=
ARG REVISION=unknown
ENV REVISION=${REVISION}
LABEL org.opencontainers.image.title="shelfscribe" \
      org.opencontainers.image.version="1.0.0" \
      org.opencontainers.image.licenses="UNLICENSED" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.revision="${REVISION}"
