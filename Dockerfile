# syntax=docker/dockerfile:1
# Image of a Likeness node (see data/deploy/OPERATIONS.md).
#   docker build --tag likeness .
# For reproducible builds, pin the base image by digest: --build-arg NODE_IMAGE=node:24-trixie-slim@sha256:...
ARG NODE_IMAGE=node:24-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /opt/likeness
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY data/texts ./data/texts
RUN node src/cli/launch/build.mjs && find dist -name '*.map' -delete

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /opt/likeness
COPY package.json package-lock.json ./
# No production package needs an install script.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Likeness" org.opencontainers.image.licenses="MIT"
WORKDIR /opt/likeness
COPY --from=dependencies /opt/likeness/node_modules ./node_modules
COPY --from=build /opt/likeness/dist ./dist
COPY data/lists ./data/lists
COPY package.json LICENSE ./
COPY src/cli/launch/likeness.mjs src/cli/launch/setup.mjs ./src/cli/launch/
# Root owns the program, so the node can only read it. The node can write only to its folder, which is a volume.
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/likeness && install --directory /etc/likeness
ENV NODE_ENV=production
ENV LIKENESS_DATA=/var/lib/likeness
ENV LIKENESS_CONFIG=/etc/likeness
ENV HOST=0.0.0.0
ENV PORT=8080
USER node
VOLUME /var/lib/likeness
EXPOSE 8080
STOPSIGNAL SIGTERM
# A first startup builds the indexes before it opens the port, which takes a minute or two for millions of records.
HEALTHCHECK --interval=5s --timeout=3s --retries=3 --start-period=10m \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Makes garbage collections less frequent, so that an upsert takes about 10% less CPU time.
ENTRYPOINT ["node", "--max-semi-space-size=32", "src/cli/launch/likeness.mjs"]
CMD ["serve"]
