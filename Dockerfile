# The translator, its host compilers and, with --build-arg NVCC=1, NVIDIA's compiler.
FROM rust:1.95-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo install --locked --path . --root /opt/romp2cuda

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc g++ libc6-dev binutils make cmake python3 python3-pip git ca-certificates \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/romp2cuda/bin/ /opt/romp2cuda/bin/
RUN /opt/romp2cuda/bin/romp2cuda install --prefix=/usr/local && rm -r /opt/romp2cuda
ENV ROMP_CACHE=/var/cache/romp2cuda
ARG NVCC=0
RUN if [ "$NVCC" = 1 ]; then romp2cuda toolchain install; fi; mkdir -p "$ROMP_CACHE" && chmod 1777 "$ROMP_CACHE"
WORKDIR /work
CMD ["romp2cuda", "doctor"]
