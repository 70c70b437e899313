# The targets that every application like this one has. The Makefile includes this file.

SWIFT ?= swift
IMPORTS := --explicit-target-dependency-import-check error
FORMATTED := Package.swift Libraries Sources Tests $(wildcard Course Starter Benchmarks/Package.swift Benchmarks/Sources Fuzzing/Package.swift Fuzzing/Sources)

.DEFAULT_GOAL := help
.PHONY: help build test-default lint format specification coverage usecase port guide upgrade-check spec clean

help: ## List all targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-17s %s\n", $$1, $$2 }'

build: ## Build for debugging
	$(SWIFT) build $(IMPORTS)

test-default: ## Run only the specs of the default build [tool]
	SWIFT=$(SWIFT) Scripts/test-default.sh

spec: ## Build, and run the specs of one use case, or any whose file is named so: NAME=Greet [tool]
	SWIFT=$(SWIFT) Scripts/spec.sh "$$NAME"

lint: ## Check the formatting of all sources [CI]
	$(SWIFT) format lint --strict --recursive $(FORMATTED)

format: ## Format all sources
	$(SWIFT) format --in-place --recursive $(FORMATTED)

specification: ## Generate docs/usecases and docs/errors.md from the code [tool]
	SWIFT=$(SWIFT) Scripts/write-specification.sh

coverage: ## List the scenarios that no spec covers, and fail if there are any. `make test` does the same [tool]
	SWIFT=$(SWIFT) Scripts/coverage.sh

usecase: ## Add a use case: NAME=Greet TITLE='Greet the user' writes its scenes, its line in the catalogue, and a spec to be written [tool]
	SWIFT=$(SWIFT) python3 Scripts/add.py usecase "$$NAME" "$$TITLE"

port: ## Add a port: NAME=Weather writes its protocol, an adapter, its place in the composition root, and what tries its outcomes [tool]
	SWIFT=$(SWIFT) python3 Scripts/add.py port "$$NAME"

guide: ## Follow the guides to use cases and ports step by step, in a fresh clone; SHORT=1 leaves out their last command [by hand]
	SWIFT=$(SWIFT) Scripts/check-guide.sh $(if $(SHORT),--short)

upgrade-check: ## Try everything that an older version can leave behind on this one: FROM=<tag, commit or folder of sources> [by hand]
	SWIFT=$(SWIFT) Scripts/upgrade-check.sh "$$FROM"

clean: ## Remove all build folders
	rm -rf .build .build-* Benchmarks/.build*
