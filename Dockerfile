# syntax=docker/dockerfile:1

# docker-compose.yml pins the digest of this tag.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
# First only the files that npm ci needs: this layer stays cached while only code changes.
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# The image has its own Node, so the npm package `node` goes. The last steps fill the compile cache with what the server and a
# command load; the invalid port ends that start early. Node uses the cache only with the same flags (CMD and NODE_OPTIONS below)
# and as the same user, 1000.
RUN npm run build \
  && npm run -s sbom > sbom.cdx.json \
  && npm prune --omit=dev \
  && rm -rf node_modules/node node_modules/.bin/node \
  && export NODE_OPTIONS=--max-semi-space-size=8 NODE_COMPILE_CACHE=/app/node_modules/.cache/node \
  && ! PORT=none node --initial-old-space-size=32 --heap-growing-percent=50 \
     --import ./dist/server/render.mjs $(printf -- '--import ./%s ' migrations/*.ts) dist/app/main.mjs \
  && node --initial-old-space-size=32 --heap-growing-percent=50 dist/app/lunchpail.mjs --version \
  && for kept in node_modules/.cache/node/*-0; do mv "$kept" "${kept%-0}-1000"; done

FROM node:24.21.0-bookworm-slim
# A fixed size for V8's young generation (MB): by default it grows with the work done, as if a longer list took more memory.
# The compile cache is set here so that Node uses it from the first file on.
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=8 NODE_COMPILE_CACHE=/app/node_modules/.cache/node
WORKDIR /app
# Owned by root, so the user below cannot write to it.
COPY --from=build /app/package.json /app/sbom.cdx.json /app/LICENSE /app/NOTICE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# Stack traces from dist/app refer to these sources.
COPY --from=build /app/server ./server
COPY --from=build /app/shared ./shared
COPY --from=build /app/migrations ./migrations
# The font of the pictures for shared links, and the colors of pages that have no React screen.
COPY --from=build /app/client/fonts ./client/fonts
COPY --from=build /app/client/styles/tokens.css ./client/styles/tokens.css
# Runs commands with the flags of the compile cache. A new volume at /data takes over the owner of this folder.
RUN printf '#!/bin/sh\nexec node --initial-old-space-size=32 --heap-growing-percent=50 /app/dist/app/lunchpail.mjs "$@"\n' > /usr/local/bin/lunchpail \
  && chmod 755 /usr/local/bin/lunchpail \
  && mkdir /data && chown node:node /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# SIGTERM reaches Node directly, without a shell or npm in between. Each process waits for those that it starts; if one is killed,
# only an init collects the exit statuses of its children (`docker run --init`, `init: true` in docker-compose.yml). Mail in progress
# may need up to 12 minutes: give `docker stop` that much time.
STOPSIGNAL SIGTERM
# The first full garbage collection comes at 32 MB, later ones each time the live heap has grown by half. NODE_OPTIONS does not
# allow these two flags.
CMD ["node", "--initial-old-space-size=32", "--heap-growing-percent=50", "dist/app/main.mjs"]
