# Magnate. `make help` says what there is. Everything runs in .venv, which is made when missing.
#
#   make test PYTHON=python3.12     builds .venv with another Python

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup node chromium play serve wheel test test-all checks lint vitest compiled collected format licences bench bench-against bench-server bench-web screens clauses docs parity golden schema torture mutants clean

VENV := .venv
RUN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
EQUIPPED := $(VENV)/.equipped
PIP := $(RUN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
PYTHON_ASKED := $(filter-out undefined default,$(origin PYTHON))
PYTHON ?= python3

# A .venv of another Python than the one asked for is rebuilt.
ifneq ($(PYTHON_ASKED),)
version = $(shell $(1) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
ifneq ($(call version,$(PYTHON)),$(call version,$(RUN)/python))
$(INSTALLED): rebuild
.PHONY: rebuild
rebuild:
endif
endif

# Node is the one that is installed or, where there is none or too old a one, a wheel whose programs lie here.
export PATH := $(CURDIR)/$(VENV)/node:$(PATH)
node: | $(INSTALLED) ## find Node, or install it from a wheel into .venv
	@$(RUN)/python tools/node.py

chromium: | $(EQUIPPED) ## find Chromium for the tests, or install it
	@$(RUN)/python tests/web/chromium.py

# The client for browsers is built into the package; whatever it is made from makes it anew.
CLIENT := src/magnate/web/index.html
MODULES := web/node_modules/.installed
SOURCES := $(shell find web/src web/public src/magnate/words -type f 2>/dev/null) web/index.html web/vite.config.ts

$(MODULES): web/package.json web/package-lock.json | node
	@echo "== Installing what the client is built with"
	@npm --prefix web install --no-save --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

$(CLIENT): $(MODULES) $(SOURCES) | node
	@echo "== Building the client"
	@npm --prefix web run --silent build -- --logLevel error
	@touch $@

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(EQUIPPED) ## make .venv and install Magnate in it, with what its tests and docs are made with
	@echo "== Magnate is ready in $(VENV)"

$(INSTALLED): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Magnate needs Python 3.11 or newer; name one: make setup PYTHON=python3.12" >&2; exit 1; }
	@if [ ! -x $(RUN)/python ] || [ -n "$(filter rebuild,$?)" ]; then \
		echo "== Making $(VENV) with $$($(PYTHON) --version)"; \
		$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); echo "(On Debian: the package python3-venv is needed.)" >&2; exit 1; }; \
	fi
	@echo "== Installing Magnate in $(VENV)"
	@$(PIP) hatchling editables
	@$(PIP) --no-build-isolation -e .
	@touch $@

$(EQUIPPED): $(INSTALLED)
	@echo "== Installing its tools in $(VENV)"
	@$(PIP) setuptools wheel # some of them come as source
	@$(PIP) --no-build-isolation -e '.[dev]'
	@touch $@

play: $(INSTALLED) $(CLIENT) ## play in the browser
	@$(RUN)/magnate play

serve: $(INSTALLED) $(CLIENT) ## host tables on this machine
	@$(RUN)/magnate serve

wheel: $(EQUIPPED) $(CLIENT) ## one file that installs anywhere, the client inside: dist/magnate-….whl
	@$(RUN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation -w dist .
	@ls dist/*.whl

lint: $(EQUIPPED) $(MODULES) node ## style and types
	@echo "== ruff check"
	@$(RUN)/ruff check .
	@echo "== ruff format --check"
	@$(RUN)/ruff format --check .
	@echo "== mypy"
	@$(RUN)/mypy
	@echo "== svelte-check, eslint, types from the schema"
	@npm --prefix web run --silent check

# Bytecode lies in .venv, also where the environment wants none: the tests start hundreds of processes.
# Few tests at a time go to a worker, in the order of tests/conftest.py. There are more workers than the two cores of a
# small machine: many tests wait for a server or a browser.
PYTEST = PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=$(CURDIR)/$(VENV)/bytecode $(RUN)/python -m pytest
SPREAD = -n $(WORKERS) --dist load --maxschedchunk 8
WORKERS ?= 4

test: checks ## what every change must pass: style, types, one test of each kind, the ledger of clauses
	@echo "== pytest (the ledger of clauses is one of the tests)"
	@$(PYTEST) $(SPREAD)

test-all: checks ## everything, before a release: all kills, languages, screens, editions in browsers
	@echo "== pytest --thorough"
	@$(PYTEST) $(SPREAD) --thorough

# Side by side from the first installation on: one core compiles the rules while the other looks at the source, and
# Chromium, if it is missing, comes over the network meanwhile.
checks: ## style and types, the client built and tested, the rules compiled, Chromium found
	@$(MAKE) --no-print-directory -j3 --output-sync=target compiled chromium $(CLIENT) collected lint vitest

vitest: $(MODULES) ## the client's own tests
	@echo "== vitest"
	@npm --prefix web run --silent test

compiled: $(EQUIPPED) ## compile the rules for this machine, before the tests do
	@echo "== compiling the rules for this machine, where that is not done"
	@$(RUN)/python tests/compile.py

collected: $(EQUIPPED) ## compile the tests for pytest, before every worker does
	@echo "== pytest --collect-only"
	@$(PYTEST) --collect-only -qq > /dev/null

format: $(EQUIPPED) ## put the code in order
	@$(RUN)/ruff check --fix .
	@$(RUN)/ruff format .

clauses: $(EQUIPPED) ## every clause, and the tests that prove it
	@$(RUN)/python tests/ledger.py

docs: $(EQUIPPED) ## the documentation as pages, into build/site
	@NO_MKDOCS_2_WARNING=1 $(RUN)/mkdocs build --strict # not --quiet: what is not said is not counted
	@echo "== Open build/site/index.html"

bench: $(EQUIPPED) ## how fast it is on this machine
	@$(RUN)/magnate bench

REV ?= main
bench-against: $(EQUIPPED) ## is it slower than another revision? make bench-against REV=00e34e0
	@$(RUN)/python benchmarks/against.py $(REV)

bench-server: $(EQUIPPED) ## how many tables this machine can host
	@$(RUN)/python benchmarks/server.py

bench-web: $(EQUIPPED) $(CLIENT) ## how quick the client is: a slow phone, an hour of play, sixty frames
	@$(RUN)/python benchmarks/web.py

screens: $(EQUIPPED) $(CLIENT) ## pictures of every page, dialog, question and board, and film strips, into screens/
	@$(RUN)/python benchmarks/screens.py

torture: $(EQUIPPED) $(CLIENT) ## kill the server 300 times over each database, 20 times under pages: is anything lost?
	@$(RUN)/python tools/torture.py --kills 300 --store sqlite
	@$(RUN)/python tools/torture.py --kills 300 --store postgres
	@$(RUN)/python tools/torture.py --kills 20 --pages 5

parity: $(EQUIPPED) ## interpreted and compiled games agree to the bit
	@$(RUN)/python -m magnate.compiled.parity --games 5000

golden: $(EQUIPPED) ## rewrite the golden games; read the diff
	@$(RUN)/python tests/golden.py --rewrite

schema: $(EQUIPPED) ## rewrite the JSON schema of the messages, and what the docs have from the code
	@$(RUN)/magnate schema --write
	@$(RUN)/python -m magnate.server.reference.write_docs
	@$(RUN)/python -m magnate.editions.write_docs
	@$(RUN)/python -m magnate.handbook
	@$(RUN)/python tools/slots.py

licences: $(EQUIPPED) $(CLIENT) ## rewrite the list of everything Magnate brings along, docs/licences.md
	@$(RUN)/python tools/licences.py

mutants: $(VENV)/.mutants ## break the rules on purpose: does a test notice?
	@$(RUN)/python tools/mutants.py

$(VENV)/.mutants: $(EQUIPPED)
	@echo "== Installing the mutation tools in $(VENV)"
	@$(PIP) --no-build-isolation -e '.[mutants]'
	@touch $@

clean: ## remove caches and builds, keep .venv
	@rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find src tests benchmarks tools -name __pycache__ -type d -prune -exec rm -rf {} +
