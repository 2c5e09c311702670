# Fieldpost. Go is all that the product needs; `make` alone lists what can be done.

SHELL       := bash
.SHELLFLAGS := -o pipefail -ec
MAKEFLAGS   += --no-print-directory

# A tool of tools.mod, built on first use.
TOOL := go tool -modfile=tools.mod

ARGS     ?=# of the program: make run ARGS="-addr 127.0.0.1:9000"
BENCH    ?= .
FUZZTIME ?= 10s
STACK    ?= fieldpost# on AWS

# Of the functions, as the template names it: arm64 or x86_64.
ARCHITECTURE ?= arm64

# Results of earlier runs count on a developer's machine, not on CI.
ifeq ($(CI),true)
FRESH := -count=1
endif

.PHONY: help run demo tools test test-long race lint fmt vet fuzz bench update artefacts build sam-local sam-api validate deploy replay browser screenshots

help: ## list these
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: ## start the server with its local mailbox
	@go run ./functions/local $(ARGS)

demo: ## play a whole game through the links of its mails
	@go run ./functions/local demo $(ARGS)

tools: ## install emulators and the SAM CLI below .tools (npm and Python, 500 MB)
	@.ci/tools

test: ## run the tests, in under three minutes, and say what was left out
	@go test -json $(FRESH) -timeout 5m ./... | go run .ci/report.go

test-long: ## compare everything: all games, every option (some minutes)
	@FIELDPOST_LONG=1 go test -json $(FRESH) -timeout 60m \
		$$(grep -rl --include='*_test.go' FIELDPOST_LONG . | xargs -n1 dirname | sort -u) | go run .ci/report.go

race: ## run the tests under the race detector (needs a C compiler)
	@CGO_ENABLED=1 go test -race -short -json $(FRESH) -timeout 15m ./... | go run .ci/report.go

lint: ## check the code and its form
	@$(TOOL) golangci-lint run ./...

fmt: ## put the code into form
	@$(TOOL) gofumpt -w .

vet: ## check the code with go vet alone
	@go vet ./...

fuzz: ## fuzz each target for FUZZTIME
	@.ci/fuzz $(FUZZTIME)

bench: ## print the figures of docs/performance.md
	@go test -run '^$$' -bench '$(BENCH)' -benchmem \
		$$(grep -rl --include='*_test.go' '^func Benchmark' . | xargs -n1 dirname | sort -u)

update: ## write the golden files anew
	@go test $$(grep -rl --include='*_test.go' 'flag.Bool("update"' . | xargs -n1 dirname | sort -u) -update

artefacts: ## build the functions of AWS for arm64 into bin, and say how large they are
	@go run .ci/artefacts.go bin arm64

# In the source: sam build would copy the whole tree first.
build: ## build the functions as sam deploy wants them, for ARCHITECTURE (needs make tools)
	@export PATH="$$PWD/.tools/sam/bin:$$PATH" ARCHITECTURE=$(ARCHITECTURE) SAM_CLI_TELEMETRY=0; \
	sam build --build-in-source --parallel --parameter-overrides Architecture=$(ARCHITECTURE)

sam-local: ## play a move and its mail by sam local invoke (needs make tools, and Docker or the right to start one)
	@FIELDPOST_SAM=1 go test -count=1 -v -run '^TestMoveBySAM$$' ./functions/internal/rehearsal

sam-api: ## play three plies through sam local start-api (needs the same)
	@FIELDPOST_SAM=1 go test -count=1 -v -run '^TestAPIBySAM$$' ./functions/internal/rehearsal

browser: ## play games and check every page in a real browser (needs make tools, and chromium)
	@FIELDPOST_BROWSER=1 go test -json $(FRESH) -timeout 20m ./functions/internal/browser | go run .ci/report.go
	@node .ci/mailclients.mjs

screenshots: ## draw the pictures of README and docs anew (needs chromium)
	@FIELDPOST_BROWSER=1 go test -count=1 -run '^TestPictures$$' ./functions/internal/browser -pictures "$$PWD/docs/pictures"

validate: ## check template.yaml (needs make tools)
	@.ci/validate

# What sam build calls for each function of the template, with ARTIFACTS_DIR set. The
# programs are those of artefacts.
SAM_FUNCTIONS := $(patsubst %,build-%Function,Web Notify Inbound Clock Feedback Webhook)
.PHONY: $(SAM_FUNCTIONS)
$(SAM_FUNCTIONS): build-%Function:
	@CGO_ENABLED=0 GOOS=linux GOARCH=$(if $(filter x86_64,$(ARCHITECTURE)),amd64,arm64) \
		go build -tags lambda.norpc -trimpath -buildvcs=false -ldflags='-s -w' \
		-o "$(ARTIFACTS_DIR)/bootstrap" ./functions/$(shell tr A-Z a-z <<< '$*')

deploy: build ## build for AWS and deploy; the first time it asks for the settings
	@export PATH="$$PWD/.tools/sam/bin:$$PATH" SAM_CLI_TELEMETRY=0; \
	if [ -f samconfig.toml ]; then sam deploy --no-fail-on-empty-changeset; \
	else sam deploy --guided --stack-name $(STACK); fi

replay: ## give the functions of STACK on AWS again what they could not handle
	@go run ./functions/local replay -stack $(STACK)
