# Everything that you can do with lede's source. “make help” lists it.

SWIFT ?= swift
export SWIFT
PREFIX ?= /usr/local
DESTDIR ?=

# Debian packages for the build and the tests; without certificates lede trusts no server.
PACKAGES = libsqlite3-dev libcurl4-openssl-dev libxml2-dev libncurses-dev libvterm-dev libjpeg-dev libpng-dev libwebp-dev \
	libgif-dev libavif-dev zlib1g-dev pkg-config ca-certificates
# What only tests use: newsboat, whose cache they import, mpv, the libraries of chafa and libsodium, and a wrong clock.
TEST_PACKAGES = newsboat iproute2 mpv libchafa0 libsodium23 libfaketime

# Only the release build links Swift's runtime statically: the thread sanitizer needs the dynamic one. It doesn't load libraries
# from its own folder, where anyone might have put one. Debuggers get only its lines: the rest would take a tenth of the build.
RELEASE = -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -gline-tables-only

# For builds that no change is built upon, such as CI's: each module is compiled as one, with nothing for debuggers but its lines.
# It takes a quarter less, but a change would compile its whole module again, and those above it. “make test” and
# “make sanitize” do this with ONCE=1. “make test” has a folder of its own for it, and also does it where
# “swift build --build-tests” has not made a build for changes yet.
WHOLE_MODULES = -Xswiftc -disable-batch-mode -Xswiftc -whole-module-optimization -Xswiftc -no-emit-module-separately-wmo \
	-Xswiftc -num-threads -Xswiftc 2 -Xswiftc -gline-tables-only
ONCE ?=
TEST_ONCE = $(or $(ONCE),$(if $(wildcard .build/debug/*.xctest),,1))

# The binary to install.
BINARY ?= .build/release/lede

# Where zsh looks for completions of programs installed by hand; Debian's packages use another folder.
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions

# The maintainer of the Debian package.
MAINTAINER ?= $(shell git config user.name) <$(shell git config user.email)>

# The folders of Resources that lede itself reads.
RESOURCES = $(notdir $(wildcard Resources/starter Resources/themes Resources/keys Resources/manual))

# Man pages made from the manual.
GUIDES = lede-urls lede-config

# What “make bench” measures: some of its names, such as “start keys”; everything if empty.
BENCH ?=

# Where “make bench” puts its figures, beside those that are there, and a file with earlier ones to compare them with.
BENCH_TO ?= .build/bench/figures.json
BENCH_AGAINST ?=

.PHONY: help run build test golden conformance compare pictures bench figures screenshots lint format install uninstall deb clean \
	toolchain packages nginx
.DEFAULT_GOAL := help

# What looks for rare faults.
include Tests/Proof/proof.mk

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 18

run: build ## set everything up, build lede and open the reader
	@.build/release/lede --starter-feeds

build: toolchain packages ## build the release binary, .build/release/lede
	@test -x $(BINARY) || echo 'The first build takes four minutes on two cores.'
	@Scripts/with-progress 'Building lede' .build/build.log $(SWIFT) build $(RELEASE) --product lede

test: toolchain packages nginx ## set everything up and run all tests
	@Scripts/install-packages $(TEST_PACKAGES)
	@Scripts/with-progress 'Building the tests' .build/build-tests.log \
		$(SWIFT) build --build-tests $(if $(TEST_ONCE),$(WHOLE_MODULES) --scratch-path .build/once)
	@Scripts/run-tests $(SWIFT) test --skip-build $(if $(TEST_ONCE),--scratch-path .build/once)

golden: toolchain packages ## rewrite the expected lines of the golden tests: read “git diff” afterwards
	LEDE_WRITE_GOLDEN=1 $(SWIFT) test --filter 'Golden documents'

conformance: build ## run the feed corpus and the cases of HTML and URLs beside the project, and check hostile feeds
	@Tests/Conformance/check .build/release/lede

compare: build ## show the pages of the tests in lede, w3m and lynx, if those are installed
	Scripts/compare-renderers .build/release/lede

pictures: build ## show pictures in kitty on a hidden screen, and keep screenshots in .build/pictures
	Scripts/look-at-pictures .build/release/lede .build/pictures

bench: build ## measure the release binary: everything, or what BENCH names; figures go to BENCH_TO, compared with BENCH_AGAINST
	$(SWIFT) build $(RELEASE) --product Benchmarks
	SWIFT='$(SWIFT)' BENCH_TO='$(BENCH_TO)' BENCH_AGAINST='$(BENCH_AGAINST)' .build/release/Benchmarks $(BENCH)

figures: build ## put the figures of BENCH_TO, if there are any, into the documentation, and write its page of figures
	$(SWIFT) build $(RELEASE) --product Benchmarks
	.build/release/Benchmarks page $(BENCH_TO) Documentation/development

screenshots: build ## retake the pictures in Documentation/screenshots, with invented feeds
	$(SWIFT) build $(RELEASE) --product Benchmarks
	.build/release/Benchmarks screenshots Documentation/screenshots

lint: toolchain ## fail on wrong formatting, stiff words, unused code, and files that git tracks by mistake
	@Scripts/install-packages git python3
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
		$(BINARY) man $$guide > $(DESTDIR)$(PREFIX)/share/man/man5/$$guide.5 || exit 1; done

uninstall: ## remove what “make install” installed
	rm -rf $(DESTDIR)$(PREFIX)/share/lede
	rm -f $(DESTDIR)$(PREFIX)/bin/lede $(DESTDIR)$(PREFIX)/share/applications/lede.desktop \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions/lede $(DESTDIR)$(ZSH_COMPLETIONS)/_lede \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/lede.fish \
		$(DESTDIR)$(PREFIX)/lib/systemd/user/lede-refresh.service \
		$(DESTDIR)$(PREFIX)/lib/systemd/user/lede-refresh.timer \
		$(DESTDIR)$(PREFIX)/share/man/man1/lede.1 $(DESTDIR)$(PREFIX)/share/man/man5/lede-*.5

deb: build ## make a Debian package in .build/deb and check it
	@Scripts/install-packages dpkg-dev binutils groff-base lintian libchafa0 libsodium23
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
