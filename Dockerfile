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
# Tests, pip and what came with it are of no use in the image.
RUN python3 -m venv /opt/venv \
    && pip install --no-cache-dir --require-hashes --only-binary :all: --requirement requirements.lock \
    && pip uninstall --quiet --yes pip setuptools \
    && find /opt/venv -depth -type d '(' -name test -o -name tests ')' -exec rm -rf {} +
COPY service /app/service
# Kernels are kept from build to build by a digest of their sources, so that a change elsewhere does not
# compile them anew, and nothing here need say which files they depend on.
RUN --mount=type=cache,target=/var/cache/kernels \
    export NUMBA_CACHE_DIR=/var/cache/kernels \
    && python -m service.solver \
    && mkdir /opt/kernels \
    && cp -r "$(python -c 'from service.solver.compiling import cache_folder; print(cache_folder())')" \
        /opt/kernels \
    && python -m compileall -q service
# Babel knows a thousand languages and countries, of which few are spoken here.
RUN python -c "from importlib.resources import files; from service.languages import LANGUAGES; \
    [each.unlink() for each in files('babel').joinpath('locale-data').glob('*.dat') \
     if each.stem.split('_')[0] not in ('root', *LANGUAGES)]"

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
