# syntax=docker/dockerfile:1

# docker-compose.yml has the digest for this tag.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
# What the packages need, alone first: this layer is kept while only code changes.
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# The Node that comes as a package serves machines with another one; the image has its own. Last, what a start and a command load
# is compiled: without a port, the start ends there. Node finds that again only with the same flags (of CMD and NODE_OPTIONS
# below) and as the same user, 1000.
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
# Room for new objects (MB): left to itself it grows with the work done, as if a longer list took more memory.
# What was compiled above is found from the first file on.
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=8 NODE_COMPILE_CACHE=/app/node_modules/.cache/node
WORKDIR /app
# Owned by root and not writable by the user below.
COPY --from=build /app/package.json /app/sbom.cdx.json /app/LICENSE /app/NOTICE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# What the traces of dist/app refer to.
COPY --from=build /app/server ./server
COPY --from=build /app/shared ./shared
COPY --from=build /app/migrations ./migrations
# The font of the pictures that are drawn for shared addresses, and the colours of pages without a screen.
COPY --from=build /app/client/fonts ./client/fonts
COPY --from=build /app/client/styles/tokens.css ./client/styles/tokens.css
# The commands, with the flags that they were compiled with. A new volume in /data belongs to the user of the folder.
RUN printf '#!/bin/sh\nexec node --initial-old-space-size=32 --heap-growing-percent=50 /app/dist/app/lunchpail.mjs "$@"\n' > /usr/local/bin/lunchpail \
  && chmod 755 /usr/local/bin/lunchpail \
  && mkdir /data && chown node:node /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1 and hears SIGTERM itself: no shell and no npm between. What it starts, it waits for itself,
# so that there is nothing for an init to reap. Mail under way may need up to 12 minutes: give `docker stop` that much time.
STOPSIGNAL SIGTERM
# What is no longer used is collected at 32 MB, and from then on whenever half as much again has come to what is used: these two
# cannot stand in NODE_OPTIONS.
CMD ["node", "--initial-old-space-size=32", "--heap-growing-percent=50", "dist/app/main.mjs"]
