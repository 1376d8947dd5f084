# Everything is built once, in release: the demo, the tests and the benchmarks share it.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

CONFIGURATION := release
BIN := .build/$(CONFIGURATION)
SHELFLIFE := $(BIN)/shelflife
PYTHON := .venv/bin/python
PORT ?= 8080
PREFIX ?= /opt/shelflife
SOURCES := $(shell find Sources Benchmarks/Swift Benchmarks/Lane npm) Package.swift LICENSE scripts/bundle-site scripts/build-npm
TESTS := $(shell find Tests/*Tests)

# What was built, as empty files that are newer than its sources. Building everything, tests included, builds each of
# these, so that no step after it asks SwiftPM again.
BUILT := .build/built/$(CONFIGURATION)
PROGRAM := $(BUILT)/program
BENCH := $(BUILT)/bench
LANE := $(BUILT)/lane
SDK := $(BUILT)/sdk

.PHONY: help demo build install try build-tests test test-program test-swift test-sdk test-commands test-clients test-api test-operations test-kill test-pressure test-cache test-browser check check-slow lint imports types bundle sdk api commands-page links docs vectors bench packages python commands clients operations cache browser clean

help: ## Lists the targets.
	@awk -F':.*## ' '/^#@/ { print "\n" substr($$0, 4) } /^[a-z-]*:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

#@ To see it, and to run it

demo: $(PROGRAM) ## Builds and serves the sample on http://127.0.0.1:8080 (PORT=8090 for another port).
	@exec $(SHELFLIFE) demo --port $(PORT)

build: $(PROGRAM) ## Builds the program, .build/release/shelflife.

install: $(PROGRAM) ## Puts the program and Swift's runtime into /opt/shelflife (PREFIX=… for another folder).
	@scripts/install-program $(BIN) $(PREFIX)

#@ Before a change goes in

check: lint imports links types sdk api docs commands-page ## Runs the quick gates: format, imports, the pages' links, JavaScript's types, a build without warnings, the SDK's public symbols and its pages, docs/commands.md.

check-slow: $(LANE) ## Counts the instructions that the fast lane and ready answers take.
	@scripts/install-packages slow
	@scripts/check-lane $(BIN)/shelflife-lane

test: test-swift test-sdk test-program ## Runs every test.

test-program: test-commands test-clients test-api test-operations test-kill test-pressure test-cache test-browser ## Runs the tests of the program and its pages.

# What a test of these sees depends on when the machine lets its processes run. One that fails is run once more, and both
# runs are in the output. In CI it fails all the same, unless Tests/repeats.txt lists it. (In Tests/Kill the order of
# events is the test, so nothing is repeated there.)
twice = $(1) || { echo "Once more, what failed:"; $(1) --last-failed --last-failed-no-failures none; }

try: ## Builds what one suite needs, in seconds, and runs it: T=PurchaseRouteTests, or P=Tests/Browser/test_taps.py.
	@scripts/install-packages build
	@scripts/try $(if $(T),swift "$$T",python "$${P:-}")

#@ One at a time

test-swift: build-tests ## Runs the Swift tests, beside a PostgreSQL cluster of their own.
	@scripts/install-packages postgres
	@scripts/install-packages pictures
	CONFIGURATION=$(CONFIGURATION) scripts/test-swift

test-sdk: $(PROGRAM) sdk types python ## Compiles the snippets and the example as a game would (SHELFLIFE_EXAMPLE=1: builds and plays it, in minutes).
	@$(call twice,SHELFLIFE=$(SHELFLIFE) $(PYTHON) -m pytest -q Tests/SDK)

test-commands: $(PROGRAM) commands ## Runs commands as a shell does, and reads what they answer.
	@scripts/install-packages pictures
	@$(call twice,SHELFLIFE=$(SHELFLIFE) $(PYTHON) -m pytest -q Tests/Commands)

test-clients: $(PROGRAM) clients ## Follows a server, and buys, with clients in Python and C# that are written from docs/clients.md alone.
	SHELFLIFE=$(SHELFLIFE) $(PYTHON) -m pytest -q Tests/Clients

test-api: $(PROGRAM) bundle python ## Holds the routes against their description, on both databases, and fuzzes them (SHELFLIFE_FUZZ=10: ten times as long; SHELFLIFE_CUTS=… how many player's streams are cut).
	@scripts/install-packages postgres
	@scripts/install-packages pictures
	@$(call twice,SHELFLIFE=$(SHELFLIFE) $(PYTHON) -m pytest -q --ignore Tests/API/test_fuzz.py Tests/API)
	@$(call twice,SHELFLIFE_ON=postgres SHELFLIFE=$(SHELFLIFE) scripts/with-postgres $(PYTHON) -m pytest -q --ignore Tests/API/test_fuzz.py Tests/API)
	SHELFLIFE=$(SHELFLIFE) $(PYTHON) -m pytest -q -n 2 --dist worksteal Tests/API/test_fuzz.py

test-operations: $(PROGRAM) bundle operations ## Stops, backs up, restores, fills disks, as an operator would.
	@scripts/install-packages postgres
	@$(call twice,SHELFLIFE=$(SHELFLIFE) scripts/with-postgres $(PYTHON) -m pytest -q -n 3 --dist worksteal Tests/Operations)

test-kill: $(PROGRAM) browser ## Kills the server under load, also with a vault, cuts its power, fills its disk (KILLS=… how often, SEED=… to repeat).
	@scripts/install-packages postgres
	SHELFLIFE=$(SHELFLIFE) $(PYTHON) -m pytest -q -s -o tmp_path_retention_policy=failed Tests/Kill
	SHELFLIFE_ON=postgres SHELFLIFE=$(SHELFLIFE) scripts/with-postgres $(PYTHON) -m pytest -q -s -o tmp_path_retention_policy=failed Tests/Kill/test_meetings.py
	SHELFLIFE_SEALED=1 SHELFLIFE=$(SHELFLIFE) $(PYTHON) -m pytest -q -s -o tmp_path_retention_policy=failed Tests/Kill/test_kill.py -k over_and_over
	SHELFLIFE_SEALED=1 SHELFLIFE_ON=postgres SHELFLIFE=$(SHELFLIFE) scripts/with-postgres $(PYTHON) -m pytest -q -s -o tmp_path_retention_policy=failed Tests/Kill/test_kill.py -k over_and_over

test-pressure: $(PROGRAM) python ## Lets the slow, the rude, the huge and the many at the server, and sees that the others are served.
	@scripts/install-packages postgres
	@$(call twice,SHELFLIFE=$(SHELFLIFE) $(PYTHON) -m pytest -q -s -o tmp_path_retention_policy=failed Tests/Pressure)
	@$(call twice,SHELFLIFE_ON=postgres SHELFLIFE=$(SHELFLIFE) scripts/with-postgres $(PYTHON) -m pytest -q -s -o tmp_path_retention_policy=failed Tests/Pressure/test_long_answers.py Tests/Pressure/test_heavy_reading.py)

test-cache: $(PROGRAM) cache ## Lets crowds at the server through nginx and Varnish, as docs/operations sets them up.
	@$(call twice,SHELFLIFE=$(SHELFLIFE) $(PYTHON) -m pytest -q Tests/Cache)

test-browser: $(PROGRAM) bundle $(BENCH) browser ## Runs the browser's tests in headless Chromium.
	@$(call twice,SHELFLIFE=$(SHELFLIFE) SHELFLIFE_BENCH=$(BIN)/shelflife-bench $(PYTHON) -m pytest -q -n 3 --dist worksteal Tests/Browser)

lint: packages ## Holds the Swift sources against the format.
	swift format lint --strict -r Sources Tests Benchmarks Examples Package.swift

imports: packages ## Checks that targets import only what the manifest lets them, and that the page's modules import downwards.
	@python3 scripts/check-imports.py
	@python3 scripts/check-js-imports.py

types: ## Checks the types of the SDK for JavaScript, and makes its package for npm, .build/npm.
	@scripts/install-packages types
	@scripts/build-npm .build/npm

api: sdk $(PROGRAM) ## Holds the Swift SDK's public symbols against docs/sdk-symbols.txt.
	@scripts/check-api $(BIN)/Modules

commands-page: $(PROGRAM) ## Holds docs/commands.md against the program's help (scripts/check-commands … --keep makes it anew).
	@scripts/check-commands $(SHELFLIFE)

links: ## Holds the pages in Markdown together: their links, what each is for, and what comes next.
	@python3 scripts/check-links.py

docs: sdk ## Builds the Swift SDK's documentation, .build/documentation (scripts/build-docs).
	@scripts/build-docs $(BIN)/Modules .build/documentation

bundle: $(PROGRAM) ## Bundles the pages, and packs the SDK for JavaScript, as each build does with what is installed.
	@scripts/install-packages types
	$(bundled)

sdk: $(SDK) ## Builds the Swift SDK with its fake store, which the program doesn't need.
	@swift build -q -c $(CONFIGURATION) --target ShelfInvitations

build-tests: $(BUILT)/tests ## Builds everything, tests included.

vectors: python ## Makes the vectors anew, after a change of docs/wire-format.md, docs/levels.md or docs/clients.md.
	$(PYTHON) Tests/Vectors/make_vectors.py
	$(PYTHON) Tests/Vectors/make_pack_vectors.py
	$(PYTHON) Tests/Vectors/make_smallest_clock.py

bench: $(PROGRAM) $(BENCH) browser ## Measures what the README promises, beside nginx where there is something to compare.
	@scripts/install-packages bench
	@scripts/bench $(BIN) $(PYTHON)

clean: ## Removes what was built.
	rm -rf .build .build-try .venv

what-program := --product shelflife
what-bench := --product shelflife-bench
what-lane := --product shelflife-lane
what-sdk := --target ShelfClientTesting

# What is built is as new as the beginning of its build, so that a file saved meanwhile is built the next time.
define compile
@$(MAKE) --no-print-directory packages
@scripts/touch-resources
@mkdir -p $(BUILT)
@touch $(BUILT)/begun
swift build -c $(CONFIGURATION) $(1)
$(bundled)
endef

SITE := $(BIN)/shelflife_ShelfSite.resources
bundled = @scripts/bundle-site $(SITE)/Resources $(SITE)/Bundle
noted = @scripts/note-commit $(BIN)/shelflife.commit

$(PROGRAM) $(BENCH) $(LANE) $(SDK): $(BUILT)/%: $(SOURCES)
	$(call compile,$(what-$*))
	$(if $(filter program,$*),$(noted))
	@touch -r $(BUILT)/begun $@

$(BUILT)/tests: $(SOURCES) $(TESTS)
	$(call compile,--build-tests)
	$(noted)
	@touch -r $(BUILT)/begun $(PROGRAM) $(BENCH) $(LANE) $(SDK) $@

# Two builds at a time would wait for each other's lock, and two installations would fail.
.NOTPARALLEL:

# What each part needs from Debian, and from PyPI into .venv, is installed where it is missing.

packages:
	@scripts/install-packages build

python commands clients operations cache browser:
	@scripts/install-packages $@
	@scripts/install-python
