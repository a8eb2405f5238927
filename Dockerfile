# The programs in a container, which serves the page:
#
#   docker build -t french-board-games .
#   docker run --rm -p 127.0.0.1:8017:8017 -v games:/data french-board-games
#
# `programs/image` writes its files, and `.ci/image` tests them.
FROM rust:1.95-bookworm AS build
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends musl-tools
WORKDIR /source
COPY . .
RUN programs/image /image

FROM scratch
COPY --from=build /image /
COPY --from=build --chown=65532:65532 /image/data /data
USER 65532:65532
ENV HOME=/data PATH=/usr/bin
VOLUME /data
EXPOSE 8017
ENTRYPOINT ["/usr/bin/engine"]
CMD ["serve", "--bind", "0.0.0.0", "--data", "/data"]
