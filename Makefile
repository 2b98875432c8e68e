# Everything a newcomer or the CI types. `make run` and `make test` install what they lack.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
# A peer is a server or client from Debian that the tests talk to; PEERS=no leaves those tests out.
PEERS ?= yes

# libssl-dev: TLS and certificates; libcurl4-openssl-dev: HTTP; libncurses-dev: the screen; libsqlite3-dev: the log;
# libxml2-dev (found through pkg-config): Info.plist and Android configurations; libnghttp2-dev: the lab's HTTP/2.
LIBRARIES = libssl-dev libcurl4-openssl-dev libncurses-dev libsqlite3-dev libxml2-dev pkg-config libnghttp2-dev
# nginx, Apache, HAProxy, GnuTLS and openssl are the real servers of the tests, Apache and tinyproxy the proxies; curl,
# wget, Python (with requests) and node are clients judged by the lab, sslscan and testssl.sh look at it; tmux is a real
# terminal; xmllint (libxml2-utils) validates the Android configurations.
TEST_PEERS = nginx-light apache2 haproxy gnutls-bin tinyproxy openssl curl tmux jq libxml2-utils wget python3 \
	python3-requests nodejs sslscan testssl.sh

# Tomcat (started in long runs only) brings Java with it.
SOAK_PEERS = tomcat10 openjdk-17-jre-headless

BUILD = $(SWIFT) build -c release --static-swift-stdlib --product countersign
RELEASE = .build/release/countersign
# Without it the interactive backtracer waits half a minute on a crash and orphans hold the pipe.
QUIET_BACKTRACE = SWIFT_BACKTRACE=enable=no
SHARE = $(DESTDIR)$(PREFIX)/share

.PHONY: run build install uninstall test soak sanitize fuzz bench format lint packages test-packages clean

run: build
	$(RELEASE)

packages:
	@scripts/packages $(LIBRARIES)

test-packages: packages
	@[ "$(PEERS)" = no ] || scripts/packages $(TEST_PEERS)

build: packages
	$(BUILD)

install: build
	install -D -m 755 -s $(RELEASE) $(DESTDIR)$(PREFIX)/bin/countersign
	install -d $(SHARE)/countersign/themes $(SHARE)/countersign/certs $(SHARE)/countersign/explanations
	install -m 644 themes/*.theme $(SHARE)/countersign/themes
	install -m 644 certs/lab.json5 certs/README.md $(SHARE)/countersign/certs
	install -m 644 explanations/explanations.json5 explanations/README.md $(SHARE)/countersign/explanations
	install -D -m 644 Documentation/BADSSL.md $(SHARE)/countersign/Documentation/BADSSL.md
	install -D -m 644 Documentation/countersign.1 $(SHARE)/man/man1/countersign.1

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/countersign $(SHARE)/man/man1/countersign.1
	rm -rf $(SHARE)/countersign

test: test-packages
	@$(QUIET_BACKTRACE) PEERS=$(PEERS) scripts/test

# The same tests with the counts and times that a release wants: minutes, not seconds.
soak: test-packages
	@[ "$(PEERS)" = no ] || scripts/packages $(SOAK_PEERS)
	@$(QUIET_BACKTRACE) PEERS=$(PEERS) COUNTERSIGN_SOAK=1 scripts/test

sanitize: test-packages
	$(QUIET_BACKTRACE) LSAN_OPTIONS=suppressions=$(CURDIR)/scripts/known-leaks.supp:print_suppressions=0 \
		$(SWIFT) test --disable-xctest --no-parallel --sanitize=address --scratch-path .build/address --filter "RequestEngineTests|ChallengeLogTests|LabTests|TrustTests"
	$(QUIET_BACKTRACE) $(SWIFT) test --disable-xctest --no-parallel --sanitize=thread --scratch-path .build/thread --filter "RequestEngineTests|ChallengeLogTests|LabTests"

# Five minutes a subject; FUZZ_SECONDS=60 make fuzz takes one.
fuzz: packages
	@scripts/fuzz

bench: build
	Benchmarks/run

format:
	$(SWIFT) format -i -r Sources Tests Fuzzing Package.swift

lint:
	$(SWIFT) format lint --strict -r Sources Tests Fuzzing Package.swift

clean:
	rm -rf .build
