# One image for every process: its argument chooses which (see deploy/entry.mjs). No shell, no npm, no root.
#   docker build --tag shelfscribe:local .
#   docker run shelfscribe:local gateway
ARG BUILD_IMAGE=node:24-trixie-slim
ARG RUN_IMAGE=gcr.io/distroless/nodejs24-debian13:nonroot

# The sources, compiled. No script of a package runs: the compiler needs none.
FROM ${BUILD_IMAGE} AS build
WORKDIR /shelfscribe
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY libs libs
COPY apps apps
RUN node_modules/.bin/tsc --project tsconfig.build.json --incremental false

# What runs: the packages of production without what only compilers and debuggers of theirs read, and the bill of
# materials of the packages.
FROM ${BUILD_IMAGE} AS packages
WORKDIR /shelfscribe
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm \
    npm ci --ignore-scripts --omit=dev --omit=optional --omit=peer --no-audit --no-fund \
 && npm run --silent sbom > sbom.cdx.json \
 && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete

FROM ${RUN_IMAGE}
WORKDIR /app
ENV NODE_ENV=production NODE_OPTIONS=--enable-source-maps
COPY --from=packages /shelfscribe/node_modules node_modules
COPY --from=packages /shelfscribe/package.json /shelfscribe/sbom.cdx.json ./
COPY --from=build /shelfscribe/dist dist
COPY deploy/entry.mjs ./
# uid of "nonroot"; a number, so that a cluster can see that it is not root.
USER 65532
ENTRYPOINT ["/nodejs/bin/node", "/app/entry.mjs"]
