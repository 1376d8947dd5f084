# Everything is built once, in release: the demo, the tests and the benchmarks share it.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

CONFIGURATION := release
BIN := .build/$(CONFIGURATION)
SHELFLIFE := $(BIN)/shelflife
BENCH := $(BIN)/shelflife-bench
LANE := $(BIN)/shelflife-lane
PYTHON := .venv/bin/python
PORT ?= 8080
SOURCES := $(shell find Sources Benchmarks/Swift Benchmarks/Lane -type f) Package.swift

.PHONY: help demo build build-tests test test-swift test-api test-kill test-pressure test-cache test-browser check check-slow lint imports bench packages python cache browser clean

help: ## Lists every target.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | awk -F'\t' '{ printf "  make %-13s %s\n", $$1, $$2 }'

demo: $(SHELFLIFE) ## Builds and serves the sample on http://127.0.0.1:8080 (PORT=… for another port).
	@exec $(SHELFLIFE) demo --port $(PORT)

build: $(SHELFLIFE) ## Builds the program.

test: test-swift test-api test-kill test-pressure test-cache test-browser ## Runs every test.

test-swift: build-tests ## Runs the Swift tests.
	swift test -c $(CONFIGURATION) --disable-xctest --skip-build

test-api: $(SHELFLIFE) python ## Holds the routes against their description, and fuzzes them (SHELFLIFE_FUZZ=10 for ten times as long).
	SHELFLIFE=$(SHELFLIFE) $(PYTHON) -m pytest -q Tests/API

test-kill: $(SHELFLIFE) browser ## Kills the server under load, cuts its power, fills its disk (KILLS=… for how often, SEED=… to repeat).
	SHELFLIFE=$(SHELFLIFE) $(PYTHON) -m pytest -q -s -o tmp_path_retention_policy=failed Tests/Kill

test-pressure: $(SHELFLIFE) python ## Lets the slow, the rude, the huge and the many at the server, and sees that the others are served.
	SHELFLIFE=$(SHELFLIFE) $(PYTHON) -m pytest -q -s -o tmp_path_retention_policy=failed Tests/Pressure

test-cache: $(SHELFLIFE) cache ## Lets crowds at the server through nginx and Varnish, as docs/operations sets them up.
	SHELFLIFE=$(SHELFLIFE) $(PYTHON) -m pytest -q Tests/Cache

test-browser: $(SHELFLIFE) $(BENCH) browser ## Runs the browser's tests in headless Chromium.
	SHELFLIFE=$(SHELFLIFE) SHELFLIFE_BENCH=$(BENCH) $(PYTHON) -m pytest -q Tests/Browser

check: lint imports ## Runs the quick gates: format, imports, and a build without warnings.
	@$(MAKE) --no-print-directory build

check-slow: $(LANE) ## Runs the slow gates: how many instructions the fast lane spends on a request.
	@scripts/install-packages slow
	@scripts/check-lane $(LANE)

lint: ## Holds the Swift sources against the format.
	swift format lint --strict -r Sources Tests Benchmarks Package.swift

imports: packages ## Checks that targets import only what the manifest lets them.
	@python3 scripts/check-imports.py

bench: $(SHELFLIFE) browser ## Measures what the README promises, beside nginx where there is something to compare.
	@scripts/install-packages bench
	@scripts/bench $(BIN) $(PYTHON)

build-tests: packages ## Builds everything, tests included.
	@touch Sources/*/Resources
	swift build -c $(CONFIGURATION) --build-tests

# A folder of resources is copied again only when the folder itself is newer.
$(SHELFLIFE): $(SOURCES)
	@$(MAKE) --no-print-directory packages
	@touch Sources/*/Resources
	swift build -c $(CONFIGURATION) --product shelflife
	@touch $@

$(BENCH): $(SOURCES)
	@$(MAKE) --no-print-directory packages
	@touch Sources/*/Resources
	swift build -c $(CONFIGURATION) --product shelflife-bench
	@touch $@

$(LANE): $(SOURCES)
	@$(MAKE) --no-print-directory packages
	@touch Sources/*/Resources
	swift build -c $(CONFIGURATION) --product shelflife-lane
	@touch $@

packages: ## Installs what a build needs from Debian, if it is missing.
	@scripts/install-packages build

python: ## Installs what the tests in Python need from Debian and PyPI, if it is missing.
	@scripts/install-packages python
	@scripts/install-python

cache: ## Installs what the tests of caches need from Debian and PyPI, if it is missing.
	@scripts/install-packages cache
	@scripts/install-python

browser: ## Installs what the browser's tests need from Debian and PyPI, if it is missing.
	@scripts/install-packages browser
	@scripts/install-python

clean: ## Removes what was built.
	rm -rf .build .venv
