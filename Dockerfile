# The hub's image, from its npm package: npm run package && docker build -t ai-hub .
# `docker buildx build --sbom=true` attests the system's packages; dist/package/ai-hub-image-*.cdx.json has the hub's.
FROM node:24-slim AS files
COPY dist/package/aihub-hub-*.tgz /tmp/hub.tgz
RUN mkdir -p /files/app /files/data && tar -xzf /tmp/hub.tgz -C /files/app --strip-components=1

FROM gcr.io/distroless/nodejs24-debian13:nonroot
COPY --from=files /files/app /app
COPY --from=files --chown=65532:65532 --chmod=700 /files/data /data
# Kubernetes gives the volume to root: the hub makes a folder of its own in it.
ENV AI_HUB_DATA=/data/hub
USER 65532:65532
VOLUME /data
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["/nodejs/bin/node", "-e", "fetch('http://127.0.0.1:8787/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/nodejs/bin/node", "/app/hub.mjs"]
CMD ["--host", "0.0.0.0", "--allow-remote"]
