# Everything a newcomer needs: `make play` and `make test`. Both set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
# Two of them at once, as `make --jobs` would have it, might unpack into each other's files.
PIP := flock $(STAMPS) $(BIN)/pip --quiet --disable-pip-version-check
# Tests wait for browsers and other processes a quarter of their time: half as many again as cores.
TEST_PROCESSES ?= $(shell expr 3 \* $$(nproc) / 2)
PYTEST := $(BIN)/pytest --numprocesses=$(TEST_PROCESSES) --dist=worksteal
# The versions of Numba that are compiled with in a hurry.
TESTED_NUMBA := $(shell sed -n 's/^TESTED = (\(.*\))/\1/p' src/plyground/jit/versions.py | tr -d '",')
SOURCES := $(shell find src -type f -not -name '*.pyc') pyproject.toml README.md LICENSE

.DEFAULT_GOAL := help
.PHONY: help play test test-fast test-plain test-numba test-tools test-firefox test-long mutants lint bench figures docs install clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: install ## Play in the browser: starts the app on this machine and opens it
	@$(BIN)/plyground serve

# First what keeps one core busy or waits for packages, side by side; then the tests, which keep all of them busy.
test: ## Check everything: style, types, layers, docs, tests (about 15 minutes on two cores)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint docs test-tools test-plain
	@$(MAKE) --no-print-directory test-fast

test-fast: $(STAMPS)/dev test-tools install ## Run the tests against the installed wheel
	PLYGROUND_TEST_INSTALLED=1 $(PYTEST) --durations=30 -m "not long"

test-plain: $(STAMPS)/dev install ## Run the tests of the rules as plain Python, uncompiled
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not long" tests/plain

test-tools: $(STAMPS)/programs $(STAMPS)/node

test-firefox: $(STAMPS)/dev $(STAMPS)/firefox install ## Play, review and solve puzzles in Debian's Firefox (downloads 80 MB once)
	$(PYTEST) -m long tests/ui/web/firefox

test-long: $(STAMPS)/dev test-tools $(STAMPS)/firefox install ## Run the long tests: a million plies, a million texts, deep perft (an hour or more)
	$(PYTEST) -m long

test-numba: install ## Test the oldest and the newest Numba that is supported, each in an environment of its own
	for numba in $(or $(NUMBA),$(firstword $(TESTED_NUMBA)) $(lastword $(TESTED_NUMBA))); do \
		sh tools/test_numba.sh $$numba || exit 1; \
	done

mutants: $(STAMPS)/dev $(STAMPS)/mutants install ## Break the program on purpose, and list what no test notices (hours; AREA, SAMPLE, SEED)
	$(VENV)/mutants/env/bin/python tools/mutants.py $(foreach area,$(AREA),--area $(area)) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

lint: $(STAMPS)/dev install ## Check style, types and layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMPS)/dev install ## Measure speeds as ratios, against C twins compiled here
	$(BIN)/python -m benchmarks

figures: $(STAMPS)/dev install ## Make the tables and figures of the docs again that the study bench makes (half an hour)
	$(BIN)/python tools/figures.py

docs: $(STAMPS)/dev install ## Build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

install: $(STAMPS)/wheel ## Install Plyground as a wheel into .venv

$(STAMPS)/wheel: $(STAMPS)/runtime $(SOURCES)
	rm -rf dist
	$(PIP) install --constraint requirements/pinned.txt hatchling
	$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .
	$(PIP) install --no-deps --force-reinstall dist/*.whl
	@touch $@

$(STAMPS)/dev: $(STAMPS)/runtime requirements/dev.txt
	$(PIP) install --no-compile --constraint requirements/pinned.txt --requirement requirements/dev.txt
	@# On all cores, as pip does not; a package may have templates that are no Python yet.
	@$(BIN)/python -m compileall -q -j 0 $(VENV)/lib > /dev/null || true
	@touch $@

$(STAMPS)/mutants: $(STAMPS)/venv requirements/mutants.txt
	$(BIN)/python -m venv $(VENV)/mutants/env
	$(VENV)/mutants/env/bin/pip --quiet --disable-pip-version-check install --requirement requirements/mutants.txt
	@touch $@

# What the tests of the pages and of the sandbox need from Debian's packages.
$(STAMPS)/programs: $(STAMPS)/venv tools/get_packages.sh
	sh tools/get_packages.sh
	@touch $@

$(STAMPS)/firefox: $(STAMPS)/venv tools/get_packages.sh
	sh tools/get_packages.sh firefox
	@touch $@

# From npm: a type checker, and a judge of accessibility.
$(STAMPS)/node: $(STAMPS)/dev tests/ui/web/package.json
	mkdir -p $(VENV)/node
	cp tests/ui/web/package.json $(VENV)/node/
	PATH="$(CURDIR)/$(BIN):$$PATH" npm install --prefix $(VENV)/node --no-package-lock --no-audit --no-fund --loglevel=error
	@touch $@

$(STAMPS)/runtime: $(STAMPS)/venv requirements/runtime.txt requirements/pinned.txt
	$(PIP) install --constraint requirements/pinned.txt --requirement requirements/runtime.txt
	@touch $@

$(STAMPS)/venv: tools/make_venv.sh
	PYTHON="$(PYTHON)" sh tools/make_venv.sh $(VENV)
	@mkdir -p $(STAMPS)
	@touch $@

clean: ## Remove everything that make made
	rm -rf $(VENV) dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
