# Everything that you can do with lede's source. “make help” lists it.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

# Debian packages for the build and the tests; without certificates lede trusts no server.
PACKAGES = libsqlite3-dev libcurl4-openssl-dev libxml2-dev libncurses-dev libvterm-dev libjpeg-dev libpng-dev libwebp-dev \
	libgif-dev libavif-dev zlib1g-dev pkg-config ca-certificates
# What only tests use: newsboat, whose cache they import, the libraries of chafa and libsodium, and a wrong clock.
TEST_PACKAGES = newsboat iproute2 libchafa0 libsodium23 libfaketime

# Programs that real feed servers need, for “make servers”.
SERVER_PACKAGES = python3-venv postgresql php-cli php-intl php-json php-mbstring php-pgsql php-sqlite3 php-xml php-curl php-zip iproute2

# Programs that carry folders, for “make folders”.
FOLDER_PACKAGES = syncthing git python3

# A folder with FreshRSS's source, which “make servers” tests, too, if it is there.
FRESHRSS ?= $(wildcard ../shared/freshrss)

# Further packages for “make lint”.
LINT_PACKAGES = git python3

# Further packages for “make deb”.
DEB_PACKAGES = dpkg-dev binutils groff-base lintian libchafa0 libsodium23

# Only the release build links Swift's runtime statically: the thread sanitizer needs the dynamic one. It doesn't load libraries
# from its own folder, where anyone might have put one. Debuggers get only its lines: the rest would take a tenth of the build.
RELEASE = -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -gline-tables-only

# For builds that no change is built upon, such as CI's: each room is compiled as one, with nothing for debuggers but its lines.
# It takes a sixth less, but a change would compile its whole room again. “make test” and “make sanitize” do this with ONCE=1;
# “make test” has a folder of its own for it.
WHOLE_ROOMS = -Xswiftc -disable-batch-mode -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 \
	-Xswiftc -gline-tables-only
ONCE ?=

# The binary to install.
BINARY ?= .build/release/lede

# Where zsh looks for completions of programs installed by hand; Debian's packages use another folder.
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions

# The maintainer of the Debian package.
MAINTAINER ?= $(shell git config user.name) <$(shell git config user.email)>

# The folders of Resources that lede itself reads.
RESOURCES = $(notdir $(wildcard Resources/starter Resources/themes Resources/keys))

# Man pages made from the manual, with their Markdown files.
GUIDES = lede-urls:Documentation/reference/urls.md lede-config:Documentation/reference/config.md

# Documents from the tests of other parsers, with the expected results: kept beside the project, not in it.
CORPUS ?= ../shared/corpus
URL_CASES ?= ../shared/url

# The cases of HTML's own tests, if they are beside the project.
HTML_CASES ?= ../shared/html

# How many times “make chaos” kills lede. Every other fault meets every write a thirtieth as often.
CHAOS_ROUNDS ?= 300

# How many marks each side has for the other one when “make chaos” breaks syncs off.
CHAOS_MARKS ?= 2000

# How many minutes “make soak” takes, and its seed: empty for a new one each time.
SOAK_MINUTES ?= 10
SOAK_SEED ?=

# How many minutes “make fuzz” runs, or how many seconds, and on how many cores.
FUZZ_MINUTES ?= 30
FUZZ_SECONDS ?= $(shell echo $$(($(FUZZ_MINUTES) * 60)))
FUZZ_WORKERS ?= 2

# What “make fuzz” tests: one of these, or all in turn; and its first inputs. queries are filters and searches, answers those of
# feed servers, input what a terminal sends.
FUZZ ?= feeds
FUZZ_TARGETS = feeds dates json html charsets selectors extraction addresses headers urls opml config queries answers input \
	newsboat-cache folder $(PICTURE_FORMATS)
PICTURE_FORMATS = jpeg png webp gif avif
FUZZ_SEEDS = $(addprefix ../../Tests/,$(or $(FUZZ_SEEDS_$(FUZZ)),\
	$(if $(filter $(PICTURE_FORMATS),$(FUZZ)),PicturesTests/Fixtures,Fuzzing/ConfigurationSeeds/$(FUZZ))))
FUZZ_SEEDS_feeds = Fuzzing/Seeds Fuzzing/Findings FeedParserTests/Fixtures
FUZZ_SEEDS_html = Fuzzing/HTMLSeeds
FUZZ_SEEDS_extraction = Fuzzing/HTMLSeeds
FUZZ_SEEDS_folder = Fuzzing/SyncFolderSeeds

# The seconds that one input may take. lede ends the helper that decodes a picture after two.
FUZZ_TIMEOUT = $(if $(filter $(PICTURE_FORMATS),$(FUZZ)),60,5)

# The package manager shuffles two “--sanitize” options, and the fuzzer gets no coverage if it comes first. Optimized for size,
# it takes a sixth less to build, and is no slower.
FUZZING = --sanitize fuzzer -Xswiftc -sanitize=address,fuzzer -Xswiftc -gline-tables-only -Xswiftc -Osize

# What “make sanitize” looks for, and the rooms whose tests it runs; all if empty. “make sanitize-threads” runs the tests of
# THREADED under the thread sanitizer: those of the rooms that have threads, queues or locks of their own.
SANITIZE ?= thread address
# The address sanitizer takes more memory than the helper for pictures may have. “make fuzz” runs the decoders under it.
UNSUITED_address = Confinement|Pictures|PictureHelper|PicturePreload|PictureTests
ROOMS ?=
THREADED = FeedServers FolderWatch HTTP Library Locks MainQueue NetworkWatch Pictures Processes Refresh SQLite Signals \
	Subscriptions Syncing ViewModels
# Tests of these rooms that have one thread, in which that sanitizer would find nothing for a third of its time.
ONE_THREAD = LibraryTests\.(Damage|Filter|Folding|ForeignSchema|ItemSet|PowerCut|RandomDeeds|WordScanner)Tests|$\
	SyncingTests\.(FolderAttack|FolderModel|FolderTrouble|Model)Tests

# How many random courses “make models” takes.
MODEL_COURSES ?= 2000

# What “make proof” looks for: any of these, each a target of its own.
PROOF ?= sanitize fuzz soak chaos models servers folders

# How many seconds it fuzzes each target.
PROOF_SECONDS ?= 30

# What “make bench” measures: some of its names, such as “start keys”; everything if empty.
BENCH ?=

# Where “make bench” puts its figures, beside those that are there, and a file with earlier ones to compare them with.
BENCH_TO ?= .build/bench/figures.json
BENCH_AGAINST ?=

.PHONY: help run build test golden conformance compare pictures proof fuzz fuzzer fuzz-built chaos soak models servers \
	folders sanitize sanitize-threads bench figures screenshots lint format install uninstall deb clean toolchain packages nginx
.DEFAULT_GOAL := help

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 18

run: build ## set everything up, build lede and open the reader
	.build/release/lede --starter-feeds

build: toolchain packages ## build the release binary, .build/release/lede
	$(SWIFT) build $(RELEASE) --product lede

test: toolchain packages nginx ## set everything up and run all tests
	@Scripts/install-packages $(TEST_PACKAGES)
	$(SWIFT) build --build-tests $(if $(ONCE),$(WHOLE_ROOMS) --scratch-path .build/once)
	Scripts/run-tests $(SWIFT) test --skip-build $(if $(ONCE),--scratch-path .build/once)

golden: toolchain packages ## rewrite the expected lines of the golden tests: read “git diff” afterwards
	LEDE_WRITE_GOLDEN=1 $(SWIFT) test --filter 'Golden documents'

conformance: ## run the feed corpus and the cases of HTML and URLs beside the project, and check hostile feeds
	@test -f $(HTML_CASES)/check.py || echo 'Skipped the cases of HTML: $(HTML_CASES) is missing'
	@test ! -f $(HTML_CASES)/check.py || { \
		$(MAKE) --no-print-directory build && \
		python3 $(HTML_CASES)/check.py -v -- .build/release/lede parse --html-tree; }
	@test ! -f $(URL_CASES)/check.py || { \
		$(MAKE) --no-print-directory build && \
		python3 $(URL_CASES)/check.py -v -- .build/release/lede parse --url; }
	@test -f $(CORPUS)/check.py || echo 'Skipped the feed corpus: $(CORPUS) is missing'
	@rm -f .build/feed-cases.json
	@test ! -f $(CORPUS)/check.py || { \
		$(MAKE) --no-print-directory build && \
		python3 $(CORPUS)/check.py --corpus $(CORPUS) --batch --generated -v --json .build/feed-cases.json \
			-- .build/release/lede parse --batch; \
		Scripts/check-feed-cases.py .build/feed-cases.json && \
		python3 Scripts/check-hostile.py .build/release/lede $(CORPUS)/hostile; }

compare: build ## show the pages of the tests in lede, w3m and lynx, if those are installed
	Scripts/compare-renderers .build/release/lede

pictures: build ## show pictures in kitty on a hidden screen, and keep screenshots in .build/pictures
	Scripts/look-at-pictures .build/release/lede .build/pictures

proof: ## look for rare faults, for an hour and more: sanitize, fuzz, soak, chaos, models, servers, folders; or PROOF of these
	@failed=; for part in $(PROOF); do \
		echo "== $$part"; \
		$(MAKE) --no-print-directory $$part FUZZ=all FUZZ_SECONDS=$(PROOF_SECONDS) || failed="$$failed $$part"; \
	done; test -z "$$failed" || { echo "Failed:$$failed" >&2; exit 1; }

fuzz: ## look for input that breaks lede: FUZZ (feeds, dates, json … or all in turn), FUZZ_MINUTES for each (30), FUZZ_WORKERS (2)
	@echo '$(FUZZ_TARGETS) all' | tr ' ' '\n' | grep -qx '$(FUZZ)' || { echo 'FUZZ is one of: $(FUZZ_TARGETS), or all' >&2; exit 1; }
	@$(MAKE) --no-print-directory fuzzer
	@status=0; for target in $(if $(filter all,$(FUZZ)),$(FUZZ_TARGETS),$(FUZZ)); do \
		echo "== $$target"; $(MAKE) --no-print-directory fuzz-built FUZZ=$$target || status=1; done; exit $$status

fuzzer: toolchain packages
	LEDE_FUZZ=1 $(SWIFT) build -c release $(FUZZING) --scratch-path .build/fuzz --product Fuzzer

fuzz-built:
	mkdir -p .build/fuzz/corpus-$(FUZZ) .build/fuzz/findings
	cd .build/fuzz && LEDE_FUZZ=$(FUZZ) SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 release/Fuzzer \
		-fork=$(FUZZ_WORKERS) -max_total_time=$(FUZZ_SECONDS) -max_len=8192 -timeout=$(FUZZ_TIMEOUT) \
		-rss_limit_mb=2048 -dict=../../Tests/Fuzzing/words.dict -artifact_prefix=findings/ \
		corpus-$(FUZZ) $(FUZZ_SEEDS)

chaos: toolchain packages ## let every fault meet every write, and print a table: CHAOS_ROUNDS (300), CHAOS_MARKS to sync (2000)
	@Scripts/install-packages $(TEST_PACKAGES)
	$(SWIFT) build --build-tests
	@rm -f .build/chaos.lines
	LEDE_CHAOS_TABLE=$(CURDIR)/.build/chaos.lines LEDE_CHAOS_ROUNDS=$(CHAOS_ROUNDS) LEDE_CHAOS_MARKS=$(CHAOS_MARKS) \
		Scripts/run-tests $(SWIFT) test --skip-build --filter 'Chaos|PowerCut'; status=$$?; \
	{ printf '| Fault | Write | Tried | Struck | Found |\n|---|---|--:|--:|---|\n'; sort .build/chaos.lines; } >.build/chaos.md; \
	cat .build/chaos.md; exit $$status

soak: toolchain packages ## drive two readers at random, with a bad server and other commands: SOAK_MINUTES (10), SOAK_SEED
	$(SWIFT) build --build-tests
	LEDE_SOAK_MINUTES=$(SOAK_MINUTES) LEDE_SOAK_SEED=$(SOAK_SEED) Scripts/run-tests $(SWIFT) test --skip-build --filter SoakTests

models: toolchain packages ## sync libraries, servers and folders at random, and compare with a model: MODEL_COURSES (2000)
	$(SWIFT) build --build-tests
	LEDE_SYNC_COURSES=$(MODEL_COURSES) Scripts/run-tests $(SWIFT) test --skip-build --filter 'SyncingTests.*ModelTests'

servers: toolchain packages ## run tests against real feed servers, cut off from the network: coldsweat, tt-rss, FRESHRSS (a folder with its source)
	@Scripts/install-packages $(SERVER_PACKAGES)
	$(SWIFT) build --build-tests
	FRESHRSS=$(FRESHRSS) Scripts/test-servers Scripts/run-tests $(SWIFT) test --skip-build --filter 'real feed server'

folders: build ## let a real git and two real Syncthings, on loopback, carry 10,000 marks both ways
	@Scripts/install-packages $(FOLDER_PACKAGES)
	Scripts/test-folders.py .build/release/lede

sanitize: toolchain packages nginx ## run all tests, or those of ROOMS, under the thread and the address sanitizer: SANITIZE (thread address)
	@Scripts/install-packages $(TEST_PACKAGES)
	@status=0; for kind in $(SANITIZE); do \
		echo "== $$kind sanitizer"; \
		test $$kind = thread && unsuited='$(UNSUITED_thread)' || unsuited='$(UNSUITED_address)'; \
		LEDE_ROOMS='$(ROOMS)' ASAN_OPTIONS=detect_leaks=0:suppressions=$(CURDIR)/Tests/address-sanitizer.supp \
			Scripts/run-tests $(SWIFT) test $(if $(ONCE),$(WHOLE_ROOMS)) --sanitize $$kind --scratch-path .build/sanitize-$$kind \
			$${unsuited:+--skip "$$unsuited"} || status=1; \
	done; exit $$status

sanitize-threads: ## run the tests of the rooms with threads under the thread sanitizer
	@$(MAKE) --no-print-directory sanitize SANITIZE=thread ROOMS='$(THREADED)' UNSUITED_thread='$(ONE_THREAD)'

bench: build ## measure the release binary: everything, or what BENCH names; figures go to BENCH_TO, compared with BENCH_AGAINST
	$(SWIFT) build $(RELEASE) --product Benchmarks
	SWIFT='$(SWIFT)' BENCH_TO='$(BENCH_TO)' BENCH_AGAINST='$(BENCH_AGAINST)' .build/release/Benchmarks $(BENCH)

figures: build ## put the figures of BENCH_TO, if there are any, into the documentation, and write its page of figures
	$(SWIFT) build $(RELEASE) --product Benchmarks
	.build/release/Benchmarks page $(BENCH_TO) Documentation/development

screenshots: build ## retake the pictures in Documentation/screenshots, with invented feeds
	$(SWIFT) build $(RELEASE) --product Screenshots
	.build/release/Screenshots Documentation/screenshots

lint: toolchain ## fail on wrong formatting, stiff words, unused code, and files that git tracks by mistake
	@Scripts/install-packages $(LINT_PACKAGES)
	Scripts/check-tree
	Scripts/find-dead-code
	Scripts/check-words --self-test
	Scripts/check-words
	Scripts/check-security
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

format: toolchain ## format the code
	$(SWIFT) format format --in-place --recursive Package.swift Sources Tests

install: ## install the built lede under PREFIX (/usr/local)
	@test -x $(BINARY) || { echo 'lede is not built yet: run “make build” first' >&2; exit 1; }
	install -D -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/lede
	for folder in $(RESOURCES); do \
		install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/lede/$$folder Resources/$$folder/* || exit 1; done
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/applications Resources/desktop/lede.desktop
	install -D -m 644 Resources/completions/lede.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/lede
	install -D -m 644 -t $(DESTDIR)$(ZSH_COMPLETIONS) Resources/completions/_lede
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d Resources/completions/lede.fish
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/systemd/user Resources/systemd/*
	sed -i 's|@BINDIR@|$(PREFIX)/bin|' $(DESTDIR)$(PREFIX)/lib/systemd/user/lede-refresh.service
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/man/man5
	$(BINARY) man > $(DESTDIR)$(PREFIX)/share/man/man1/lede.1
	for guide in $(GUIDES); do \
		$(BINARY) man $${guide#*:} > $(DESTDIR)$(PREFIX)/share/man/man5/$${guide%%:*}.5 || exit 1; done

uninstall: ## remove what “make install” installed
	rm -rf $(DESTDIR)$(PREFIX)/share/lede
	rm -f $(DESTDIR)$(PREFIX)/bin/lede $(DESTDIR)$(PREFIX)/share/applications/lede.desktop \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions/lede $(DESTDIR)$(ZSH_COMPLETIONS)/_lede \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/lede.fish \
		$(DESTDIR)$(PREFIX)/lib/systemd/user/lede-refresh.service \
		$(DESTDIR)$(PREFIX)/lib/systemd/user/lede-refresh.timer \
		$(DESTDIR)$(PREFIX)/share/man/man1/lede.1 $(DESTDIR)$(PREFIX)/share/man/man5/lede-*.5

deb: build ## make a Debian package in .build/deb and check it
	@Scripts/install-packages $(DEB_PACKAGES)
	Scripts/check-deb "$$(Scripts/make-deb .build/deb '$(MAINTAINER)')"

clean: ## remove everything built
	rm -rf .build

toolchain:
	@command -v $(SWIFT) >/dev/null || { \
		echo 'Swift is not on the PATH: install a toolchain of version 6.2 or newer, see https://www.swift.org/install/linux' >&2; \
		exit 1; }

packages:
	@Scripts/install-packages $(PACKAGES)

nginx: ## fetch the nginx for the tests of HTTP
	@Scripts/fetch-nginx .build/nginx
