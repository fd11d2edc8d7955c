PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
GAME ?= hegemon
TURNS ?= 10
OPTIONS ?=

.PHONY: demo test soak check bench golden messages constraints format clean

demo: $(READY)  ## play a campaign by real mail on the built-in server; mails and pictures land in demo/
	rm -rf demo
	$(BIN)/pbem demo --ruleset $(GAME) --turns $(TURNS) $(addprefix --option ,$(OPTIONS)) --out demo

test: $(READY)  ## all tests, each in its short form
	$(BIN)/python -m pytest -n auto --dist worksteal

soak: $(READY)  ## what takes long for its numbers' sake: many games, many examples, many maps
	$(BIN)/python -m pytest -n auto --dist worksteal -m soak --timeout 3600
	$(BIN)/python -m pytest -n auto --dist worksteal -m "soak or not soak" --timeout 3600 --database postgresql tests/service
	$(BIN)/python -m tests.faults

check: $(READY)  ## style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)  ## measure, and write docs/benchmarks.md
	$(BIN)/python -m bench

golden: $(READY)  ## renew the golden reports; read the difference before you commit it
	$(BIN)/python -m pytest -q -k golden --update

constraints: $(READY)  ## note the versions of all libraries here, for the container
	(echo "# The versions that the tests ran with; 'make constraints' writes them anew." && \
		$(BIN)/pip freeze --exclude-editable) > constraints.txt

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) demo build dist

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

messages: $(READY)  ## collect all sentences for translators, and update the languages there are
	$(BIN)/pybabel -q extract -F babel.cfg -k _ -k N_ --no-location --sort-output \
		--project=pbem --copyright-holder="the pbem authors" -o pbem/locale/pbem.pot .
	for po in $(wildcard pbem/locale/*.po); do \
		$(BIN)/pybabel -q update -D pbem --no-fuzzy-matching --ignore-obsolete \
			--ignore-pot-creation-date -i pbem/locale/pbem.pot -o $$po \
			-l $$(basename $$po .po) || exit 1; done
