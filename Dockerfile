# syntax=docker/dockerfile:1
# A node of Likeness: see data/deploy/OPERATIONS.md.
#   docker build --tag likeness .
# Pin the base by digest where builds must repeat: --build-arg NODE_IMAGE=node:24-trixie-slim@sha256:...
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
# No package of production runs a script when it is installed.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Likeness" org.opencontainers.image.licenses="MIT"
WORKDIR /opt/likeness
COPY --from=dependencies /opt/likeness/node_modules ./node_modules
COPY --from=build /opt/likeness/dist ./dist
COPY data/lists ./data/lists
COPY package.json LICENSE ./
COPY src/cli/launch/likeness.mjs src/cli/launch/setup.mjs ./src/cli/launch/
# The program is root's and read-only to the node, whose only folder is a volume.
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
# A cold start builds the indexes first: a minute or two for some millions of records.
HEALTHCHECK --interval=5s --timeout=3s --retries=3 --start-period=10m \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# V8 collects young objects less often: an upsert takes a tenth less of the processor.
ENTRYPOINT ["node", "--max-semi-space-size=32", "src/cli/launch/likeness.mjs"]
CMD ["serve"]
