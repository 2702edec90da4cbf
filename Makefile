# On a Debian machine with Rust and make: `make demo` shows aite at work, `make test` proves it.

.DEFAULT_GOAL := help
.PHONY: help demo test lint unit goldens guard-mutations grammar editors fuzz bench bench-tasks bench-guard bench-lsp bench-runner book clean

AITE := cargo run --quiet -p aite --

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## Run an example script on a demo page, in a real Chromium
	@.ci/install cc
	@.ci/install chromium
	@echo "Building aite (the first time takes a few minutes) ..."
	@cargo build --quiet -p aite
	@$(AITE) run scripts/pay/send.aite --serve fixtures/site

test: lint unit ## Lint the code and run every test

lint: ## Check the formatting, and lint with warnings denied
	@.ci/install cc
	@.ci/install lint
	@cargo fmt --all -- --check
	@cargo clippy --quiet --workspace --all-targets -- -D warnings

unit:
	@.ci/install cc
	@.ci/install chromium
	@if cargo nextest --version >/dev/null 2>&1; then \
		cargo test --quiet --workspace --doc && cargo nextest run --workspace; \
	else \
		cargo test --workspace; \
	fi

goldens: ## Rewrite the expected output of tests (read the diff before you commit it)
	@INSTA_UPDATE=always UPDATE_GOLDENS=1 cargo test --quiet --workspace

guard-mutations: ## Weaken every example script and task in every known way, and write the table of docs/guard.md
	@UPDATE_GUARD_TABLE=1 cargo test --quiet -p aite-compiler --test guard_mutations --test guard_tasks

grammar: ## Write the tree-sitter parser anew (needs Node)
	@CARGO_TARGET_DIR=target/generator cargo run --quiet --locked --release --manifest-path grammar/generator/Cargo.toml

editors: ## Check and package the editors' plugins (needs Node 20; drives Neovim and Emacs where they are)
	@.ci/install cc
	@.ci/install chromium
	@editors/check

SECONDS := 60

fuzz: ## Fuzz the compiler and the language server for a minute each (make fuzz SECONDS=600)
	@.ci/install cc
	@.ci/install cxx
	@fuzz/run $(SECONDS)

bench: ## Measure, against Playwright and Puppeteer on the same Chromium (needs Node)
	@.ci/install cc
	@.ci/install chromium
	@runtime/benches/run

bench-runner: ## Measure bench run against a data set's own runner: DATA_SET=CHECKOUT ENGINES="chrome=PROGRAM ..."
	@cargo build --quiet --release -p aite
	@runtime/benches/compare-runners --data-set "$(DATA_SET)" $(ENGINES)

bench-tasks: ## Attempt every protocol task and every probe of the web platform three times on Chromium
	@.ci/install chromium
	@$(AITE) bench run --manifest scripts/tasks/manifest.json --subset l1.protocol --subset l2.platform --k 3

bench-guard: ## Measure the guard on 5,000 changed scripts, against git diff
	@cargo build --quiet --release -p aite
	@cli/benches/guard

bench-lsp: ## Measure how long an editor waits for the language server
	@cargo build --quiet --release -p aite
	@cargo bench --quiet -p aite-lsp --bench editor

book: ## Build the documentation as an mdBook
	@if command -v mdbook >/dev/null; then mdbook build; \
	else echo "mdbook is missing. Install it with: cargo install mdbook"; exit 1; fi

clean: ## Remove everything that was built
	@cargo clean --quiet
	@rm -rf results book runtime/benches/peers/node_modules
