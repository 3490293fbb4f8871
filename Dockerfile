ARG BASE=python:3.13-slim

FROM ${BASE} AS base
ENV NUMBA_CACHE_DIR=/opt/kernels \
    PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1
WORKDIR /app

# Kernels that run on any server of the architecture, not only on the kind that built the image.
# They are found again only under the name and features they were compiled for.
FROM base AS base-amd64
ENV NUMBA_CPU_NAME=x86-64-v2 NUMBA_CPU_FEATURES=

FROM base AS base-arm64
ENV NUMBA_CPU_NAME=generic NUMBA_CPU_FEATURES=

# hadolint ignore=DL3006
FROM base-${TARGETARCH:-amd64} AS build
COPY requirements.lock /app/
# Tests and pip itself are of no use in the image.
RUN python3 -m venv /opt/venv \
    && pip install --no-cache-dir --require-hashes --only-binary :all: --requirement requirements.lock \
    && pip uninstall --quiet --yes pip \
    && find /opt/venv -depth -type d -name tests -exec rm -rf {} +
# Only what the kernels depend on, so that a change elsewhere does not compile them anew.
COPY service/__init__.py service/cores.py service/removal.py /app/service/
COPY service/game /app/service/game
COPY service/solver /app/service/solver
RUN python -m service.solver
COPY service /app/service
RUN python -m compileall -q service

# hadolint ignore=DL3006
FROM base-${TARGETARCH:-amd64}
LABEL org.opencontainers.image.title="k-in-a-row" \
      org.opencontainers.image.description="Best moves for k-in-a-row games on any board" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /opt /opt
COPY --from=build /app /app
USER 10001:10001
ENV PORT=8000
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["python", "-m", "service", "health"]
ENTRYPOINT ["python", "-m", "service"]
CMD ["serve"]
