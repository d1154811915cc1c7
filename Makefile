# `make` lists the commands. Each sets up what it needs on its first run.

PYTHON ?= python3
export PYTHON

# The port that `make play` serves on.
PORT ?= 8000

# Two virtual environments: one with the interpreted library, one with the compiled library.
ENV := .venv
COMPILED := .venv-compiled
BIN := $(ENV)/bin
BOARDGAME := benchmarks/boardgame.io
# The browser client, built into the package.
CLIENT := src/sheepfold/web/index.html
export npm_config_update_notifier := false
PIP_FLAGS := --quiet --disable-pip-version-check --constraint constraints.txt
NPM_FLAGS := --no-save --no-audit --no-fund --loglevel error

# Everything is tested interpreted; what runs compiled code is also tested compiled.
COMPILED_TESTS := tests/core tests/games tests/bots tests/conformance tests/test_build.py \
	$(addprefix tests/server/,live room socket store/test_queue.py table wire)
# Tests without browsers and server processes.
UNIT_TESTS := tests/core tests/games $(addprefix tests/server/,room store/test_queue.py table wire) \
	$(filter-out tests/test_install.py,$(wildcard tests/test_*.py))
# Each test run writes a JUnit report here.
REPORTS := build/reports
PYTEST := bin/pytest --quiet --numprocesses auto --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help play test check lint lint-python lint-web test-unit test-web test-browser test-interpreted test-compiled compile bench bench-server bench-web screenshots pictures wheel torture clean

help: ## list these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 20

play: ## build the browser client, start the server on SQLite and print its address
	@scripts/need npm npm
	@$(MAKE) --no-print-directory --silent -j 2 $(ENV)/player $(CLIENT)
	@$(BIN)/sheepfold serve --port $(PORT)

# Three at a time: tests often wait, and the library is compiled meanwhile.
test: $(ENV)/ready web/node_modules/.ready ## run all tests: in the browser, interpreted and compiled
	@rm -rf $(REPORTS)
	@$(MAKE) --no-print-directory --jobs 3 --output-sync=target lint test-compiled test-browser test-interpreted test-web
	@scripts/slowest $(REPORTS)/*.xml

check: $(ENV)/ready web/node_modules/.ready ## run the fast checks: style, types and unit tests
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target lint test-unit

lint: lint-python lint-web

lint-python: $(ENV)/ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

lint-web: web/node_modules/.ready
	cd web && npm run --silent check

test-unit: $(ENV)/ready
	$(ENV)/$(PYTEST) $(UNIT_TESTS)

test-web: $(ENV)/ready web/node_modules/.ready
	cd web && npm test --silent -- --reporter default --reporter junit --outputFile ../$(REPORTS)/web.xml

# Apart from the other tests: Playwright occupies the event loop of its process.
test-browser: $(ENV)/ready $(CLIENT)
	scripts/need chromium chromium
	SHEEPFOLD_BUILD=interpreted $(ENV)/$(PYTEST) --junit-xml $(REPORTS)/browser.xml tests/browser

test-interpreted: $(ENV)/ready $(CLIENT)
	PATH=$$PATH:/usr/sbin scripts/need nginx nginx-light
	SHEEPFOLD_BUILD=interpreted $(ENV)/$(PYTEST) --junit-xml $(REPORTS)/interpreted.xml --ignore tests/browser

test-compiled: $(COMPILED)/ready
	SHEEPFOLD_BUILD=compiled $(COMPILED)/$(PYTEST) -m 'not interpreted' --junit-xml $(REPORTS)/compiled.xml $(COMPILED_TESTS)

compile: $(COMPILED)/ready ## build the library with mypyc and install it in .venv-compiled

bench: $(COMPILED)/peers ## benchmark the library, interpreted and compiled, against other packages
	$(COMPILED)/bin/sheepfold bench --peers

bench-server: $(COMPILED)/ready $(BOARDGAME)/node_modules/ready ## benchmark the table server against boardgame.io
	$(COMPILED)/bin/sheepfold bench server --peers

bench-web: $(ENV)/ready $(CLIENT) ## measure the size and first load of the pages in Chromium
	scripts/need chromium chromium
	$(BIN)/python -m tests.browser.bench

screenshots: $(ENV)/ready $(CLIENT) ## take screenshots of every screen in all sizes and themes, in build/screenshots
	scripts/need chromium chromium
	$(BIN)/python -m tests.browser.screenshots build/screenshots

pictures: $(ENV)/ready $(CLIENT) ## redraw the pictures of the rules in docs/pictures
	scripts/need chromium chromium
	$(BIN)/python -m tests.browser.pictures

wheel: $(ENV)/ready $(CLIENT) ## build a wheel without compiled modules in dist/
	$(BIN)/python -m build --quiet --no-isolation --outdir dist

clean: ## remove everything that these commands created
	rm -rf .venv .venv-compiled $(BOARDGAME)/node_modules web/node_modules src/sheepfold/web build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

# Everything needed to play, and nothing else.
$(ENV)/player: pyproject.toml constraints.txt scripts/environment
	@echo "Setting up Python; the first time this takes half a minute."
	scripts/environment $(ENV)
	$(BIN)/pip install $(PIP_FLAGS) --group build
	$(BIN)/pip install $(PIP_FLAGS) --no-build-isolation --editable '.[server]'
	touch $@

# Everything else that development needs.
$(ENV)/ready: $(ENV)/player
	@echo "Setting up the development tools; the first time this takes half a minute."
	$(BIN)/pip install $(PIP_FLAGS) --group dev --no-build-isolation --editable '.[testing,server,postgres]'
	touch $@

# Built from a source distribution, so that no compiled file ends up in the work tree. It needs no browser client.
$(COMPILED)/ready: $(ENV)/ready hatch_build.py $(shell find src docs/rules -name '*.py' -o -name '*.json' -o -name '*.md' -o -name '*.toml')
	scripts/need cc gcc libc6-dev python3-dev
	rm -rf build/compiled
	SHEEPFOLD_COMPILE=1 $(BIN)/python -m build --quiet --no-isolation --outdir build/compiled
	scripts/environment $(COMPILED)
	$(COMPILED)/bin/pip install $(PIP_FLAGS) --group test "$$(ls build/compiled/*.whl)[testing,server,postgres]"
	touch $@

# Stamps are hidden files, because npm removes others. Not `npm ci`: it requires the packages of all other platforms too,
# which a mirror of the registry may lack.
web/node_modules/.builder: web/package.json web/package-lock.json
	@echo "Setting up the browser client; the first time this takes half a minute."
	scripts/need npm npm
	cd web && npm install --omit=dev $(NPM_FLAGS)
	touch $@

web/node_modules/.ready: web/node_modules/.builder
	cd web && npm install $(NPM_FLAGS)
	touch $@

$(CLIENT): web/node_modules/.builder web/index.html web/vite.config.ts $(shell find web/src web/public -type f)
	cd web && npm run --silent build

$(COMPILED)/peers: $(COMPILED)/ready benchmarks/peers.txt
	$(COMPILED)/bin/pip install --quiet --disable-pip-version-check --requirement benchmarks/peers.txt
	touch $@

torture: $(ENV)/ready ## kill the server a hundred times on each database during play; no acknowledged move may be lost
	$(BIN)/python -m tests.server.torture --kills 100

$(BOARDGAME)/node_modules/ready: $(BOARDGAME)/package-lock.json
	scripts/need npm npm
	cd $(BOARDGAME) && npm ci --no-audit --no-fund --loglevel error
	touch $@
