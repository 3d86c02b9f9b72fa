# The product as an image: built from the sources, with what it needs to run and nothing else.
#   docker build -t firmeza .
#   docker run --read-only --tmpfs /tmp -v firmeza:/data -p 3000:3000 --stop-timeout 30 firmeza
#   docker run … firmeza admin reset-password admin
# To pin the bases for good, name them by digest: --build-arg RUN_IMAGE=docker.io/library/debian@sha256:…
ARG BUILD_IMAGE=docker.io/library/node:24.21.0-trixie-slim
ARG RUN_IMAGE=docker.io/library/debian:trixie-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /source
# A layer of their own: they change less often than the sources.
COPY package.json package-lock.json ./
RUN npm ci --include=dev --include=optional --no-audit --no-fund --prefer-offline --loglevel=error
COPY . .
RUN npm run release -- --folder /built/firmeza

FROM ${RUN_IMAGE}
ARG REVISION=
ARG VERSION=
LABEL org.opencontainers.image.title="Firmeza" \
  org.opencontainers.image.description="Multilingual marketing site and its admin panel" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.documentation="file:///opt/firmeza/docs/installing.md"
# PostgreSQL, when it is the embedded one, wants to know the name of its account.
RUN echo 'firmeza:x:10001:10001::/data:/usr/sbin/nologin' >>/etc/passwd \
  && echo 'firmeza:x:10001:' >>/etc/group \
  && mkdir /data && chown 10001:10001 /data && chmod 700 /data
COPY --from=build /built/firmeza /opt/firmeza
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
WORKDIR /opt/firmeza
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["/opt/firmeza/firmeza", "health"]
# The command replaces itself with Node, which is then process 1 and gets the signals.
ENTRYPOINT ["/opt/firmeza/firmeza"]
