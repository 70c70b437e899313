#!/usr/bin/env bash
# Tries a release like its users, in throw-away places, and writes the transcript to dist-check/transcript.txt:
#   Scripts/release/check.sh [DIRECTORY]                    the release (default dist)
# ONLY="pins signature lintian documents material unit linked manual package tarball image" selects some of the checks. It must run as
# root, because it creates root file systems (debootstrap, bubblewrap) and runs the image (runc). SUITES are the versions
# of Debian for the package. BEFORE=FILE is the package of an earlier version, as the start of an upgrade.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=../packages.sh
source Scripts/packages.sh
# shellcheck source=common.sh
source Scripts/release/common.sh
# shellcheck source=places.sh
source Scripts/release/places.sh

directory=$(realpath "${1:-dist}")
# The second is the newest suite that debootstrap supports, Debian's next version.
read -r -a suites <<<"${SUITES:-bookworm testing}"
[ "$(id -u)" -eq 0 ] || fail 'this has to be run as root'
require_packages binutils bubblewrap curl debootstrap dpkg-dev lintian man-db minisign openssl runc skopeo systemd umoci
require_tool promtool prometheus
require_tool python3

mkdir -p dist-check
exec > >(tee dist-check/transcript.txt) 2>&1
work=$(mktemp -d)
chmod 755 "$work"
SERVICE_PID='' SERVICE_JOB='' container='' ZEN_JOB=''
clean_up() {
    local status=$?
    [ -z "$ZEN_JOB" ] || kill "$ZEN_JOB"
    [ -z "$SERVICE_PID" ] || kill -KILL "$SERVICE_PID" 2>/dev/null || true
    [ -z "$container" ] || runc --root "$work/runc" delete --force "$container" 2>/dev/null || true
    rm -rf "$work"
    [ "$status" -eq 0 ] || echo "release-check: FAILED"
}
trap clean_up EXIT

title() { printf '\n== %s\n' "$*"; }
# Shows a command, and runs it.
run() {
    case $1 in
        in_root) echo "$(basename "$2")# ${*:3}" ;;
        *) echo "\$ $*" ;;
    esac
    "$@"
}
# must_fail WHAT COMMAND...: expects that a check fails.
must_fail() {
    local what=$1
    shift
    if "$@" >"$work/must-fail" 2>&1; then
        cat "$work/must-fail"
        fail "this was not noticed: $what"
    fi
    echo "noticed: $what: $(tail -n 1 "$work/must-fail")"
}
# one PATTERN: prints the only file of the release with this name.
one() {
    local files
    mapfile -t files < <(find "$directory" -maxdepth 1 -name "$1")
    [ ${#files[@]} -eq 1 ] || fail "there are ${#files[@]} files $1 in $directory"
    echo "${files[0]}"
}
wanted() { [[ " ${ONLY:-pins signature lintian documents material unit linked manual package tarball image} " == *" $1 "* ]]; }

deb=$(one 'calearning_*.deb') tarball=$(one 'calearning-*.tar.gz') image=$(one '*.oci.tar')
symbols=$(one '*.debug.tar.xz') sbom=$(one '*.cdx.json')
dpkg-deb --extract "$deb" "$work/deb"
SERVICE_PORT=$(free_port)
SERVICE_URL=http://127.0.0.1:$SERVICE_PORT

# registrations load|verify PORT FILE: registers many devices, and finds out whether the service still knows them.
registrations() {
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=Scripts python3 Scripts/release/registrations.py "$@"
}
# Registers a device, and prints its UDID. A key always gets an equal UDID.
register() {
    curl --silent --show-error --fail --header "Idempotency-Key: $1" --json '{"appDeviceKbn":11}' "$SERVICE_URL/udids"
}

check_pins() {
    title 'The pins'
    run Scripts/release/check-packages.sh
    check_workflow() { sed "$2" "$1" >"$work/$(basename "$1")" && Scripts/release/check-workflows.sh "$work/$(basename "$1")"; }
    must_fail 'an action by its tag' check_workflow .github/workflows/ci.yml 's/@[0-9a-f]\{40\}.*/@v4/'
    must_fail 'an image by its tag' Scripts/release/check-workflows.sh --images .github/workflows/ci.yml
}

check_signature() {
    title 'What is verified, and what is noticed'
    # The commands of docs/operate/install.md.
    verify() (cd "$1" && minisign -V -p "$work/key.pub" -m SHA256SUMS && sha256sum --check --strict --quiet SHA256SUMS)
    (cd "$directory" && run sha256sum --check --strict SHA256SUMS)
    minisign -G -W -p "$work/key.pub" -s "$work/key" >/dev/null
    minisign -G -W -p "$work/other.pub" -s "$work/other" >/dev/null
    cp -r "$directory" "$work/signed"
    rm -f "$work/signed/SHA256SUMS.minisig"
    RELEASE_SIGNING_KEY=$work/key run Scripts/release/sign.sh "$work/signed" 'throw-away'
    run verify "$work/signed"
    local file
    for file in "$deb" "$tarball" "$symbols" "$image" "$sbom" SHA256SUMS SHA256SUMS.minisig; do
        file=$(basename "$file")
        cp "$work/signed/$file" "$work/kept"
        # One bit of one byte in the middle.
        python3 - "$work/signed/$file" <<'END'
import sys
with open(sys.argv[1], "r+b") as file:
    place = file.seek(0, 2) // 2
    file.seek(place)
    byte = file.read(1)[0]
    file.seek(place)
    file.write(bytes([byte ^ 1]))
END
        must_fail "a changed byte of $file" verify "$work/signed"
        [[ $file == *.minisig ]] || RELEASE_SIGNING_KEY=$work/key must_fail "a changed byte of $file before it is signed" \
            Scripts/release/sign.sh "$work/signed" 'throw-away'
        cp "$work/kept" "$work/signed/$file"
    done
    rm "$work/signed/SHA256SUMS.minisig"
    must_fail 'a signature that is missing' verify "$work/signed"
    echo >"$work/signed/more"
    RELEASE_SIGNING_KEY=$work/other must_fail 'a file without a sum before it is signed' Scripts/release/sign.sh "$work/signed" 'throw-away'
    rm "$work/signed/more"
    must_fail 'a signature without a key' Scripts/release/sign.sh "$work/signed" 'throw-away'
    RELEASE_SIGNING_KEY=$work/other Scripts/release/sign.sh "$work/signed" 'throw-away' 2>/dev/null
    must_fail 'a signature by another key' verify "$work/signed"
    rm -rf "$work/signed"

    local tools=.build-python-release
    require_python "$tools" cyclonedx 'cyclonedx-python-lib[json-validation]==11.12.0'
    run "$tools/bin/python" Scripts/release/check_sbom.py "$sbom"
    sed 's/"Unicode-3.0"/"no licence"/' "$sbom" >"$work/sbom.json"
    must_fail 'a licence that is not there in the SBOM' "$tools/bin/python" Scripts/release/check_sbom.py "$work/sbom.json"
    sed '0,/"pkg:deb.debian.libc6@/s//"pkg:deb\/debian\/libc7@/' "$sbom" >"$work/sbom.json"
    must_fail 'a dependency of the SBOM that is not in it' "$tools/bin/python" Scripts/release/check_sbom.py "$work/sbom.json"
}

check_lintian() {
    title 'lintian'
    run lintian --fail-on error,warning "$deb"
    mkdir "$work/lintian"
    dpkg-deb --raw-extract "$deb" "$work/lintian/root"
    rm "$work/lintian/root/usr/share/lintian/overrides/calearning"
    chmod 777 "$work/lintian/root/usr/bin/calearning"
    dpkg-deb --root-owner-group -Znone --build "$work/lintian/root" "$work/lintian/bad.deb" >/dev/null
    must_fail 'a program that everybody may write' lintian --fail-on error,warning "$work/lintian/bad.deb"
}

# documents_complete FOLDER: the documents exist, every user can read them, and their links and runbooks lead to files.
documents_complete() {
    local page file status=0
    for file in {accounts,command-line,database,files,install,limits,monitor,run,security}.md \
        examples/{grafana.json,nginx.conf,prometheus-rules.yml,prometheus-rules.test.yml}; do
        [ -s "$1/$file" ] || { echo "$file is missing"; status=1; }
    done
    if find "$1" -not -perm -444 | grep .; then status=1; fi
    for page in "$1"/*.md "$1/examples/prometheus-rules.yml"; do
        while read -r file; do
            [ -e "$1/${file#/usr/*/doc/calearning/}" ] || { echo "$(basename "$page") links to $file"; status=1; }
        done < <(grep -oP '(\]\(|runbook: )\K[^)#]+' "$page" | grep -v '^https:')
    done
    return "$status"
}

check_documents() {
    title 'The documents'
    local folder
    mkdir "$work/documents"
    tar --extract --directory "$work/documents" --strip-components=1 --file "$tarball"
    for folder in "$work/deb/usr/share/doc/calearning" "$work/documents/share/doc/calearning"; do
        run documents_complete "$folder"
        run promtool check rules "$folder/examples/prometheus-rules.yml"
        run promtool test rules "$folder/examples/prometheus-rules.test.yml"
        run python3 -m json.tool "$folder/examples/grafana.json" /dev/null
    done
    rm "$folder/limits.md"
    must_fail 'a page that is missing' documents_complete "$folder"
    cp "$work/deb/usr/share/doc/calearning/limits.md" "$folder"
    echo '[A page](../operate/run.md)' >>"$folder/monitor.md"
    must_fail 'a link to a file that is not installed' documents_complete "$folder"
}

check_material() {
    title 'The source for applications'
    # Without a network, and without the settings of git, nothing can be fetched.
    offline() {
        GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null unshare --net \
            "${SWIFT:-swift}" package --package-path "$1/source/Starter" --cache-path "$work/swift-packages" resolve
    }
    cp -r "$work/deb/usr/share/calearning" "$work/material"
    run offline "$work/material"
    rm -rf "$work/material"/packages/OpenCombine "$work/material"/source/Starter/.build
    must_fail 'a package that is missing' offline "$work/material"
}

check_unit() {
    title 'systemd-analyze'
    local unit=$work/calearning.service
    # The program is at the place where it was unpacked.
    sed "s|=/usr/bin/|=$work/deb/usr/bin/|" "$work/deb/usr/lib/systemd/system/calearning.service" >"$unit"
    MANPATH=$work/deb/usr/share/man run systemd-analyze verify --man=yes "$unit" 2>&1 | tee "$work/verify"
    if grep -v '^\$' "$work/verify"; then fail 'systemd-analyze verify has something to say'; fi
    run systemd-analyze security --offline=yes --no-pager "$unit" | tail -n 1 | tee "$work/exposure"
    local exposure
    exposure=$(sed -nE 's/.*exposure level for calearning.service: ([0-9]+\.[0-9]+) .*/\1/p' "$work/exposure")
    [ -n "$exposure" ] || fail 'systemd-analyze security names no figure'
    awk -v exposure="$exposure" 'BEGIN { exit !(exposure <= 2.0) }' || fail "the unit has an exposure of $exposure, which is more than 2.0"
    sed '/^Protect/d; /^SystemCallFilter/d' "$unit" >"$work/open.service"
    must_fail 'a unit that protects less' systemd-analyze security --offline=yes --no-pager --threshold=20 "$work/open.service"
    sed 's/^Restart=.*/Restart=perhaps/' "$unit" >"$work/wrong.service"
    must_fail 'a unit with a mistake' bash -c "! systemd-analyze verify --man=no '$work/wrong.service' 2>&1 | grep ."
}

# An empty Debian lacks all other files that a program needs at its start.
linked_as_allowed() {
    local name
    for name in $(readelf --dynamic "$1" 2>/dev/null | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
        case $name in
            libc.so.6 | libm.so.6 | libstdc++.so.6 | libgcc_s.so.1 | libz.so.1 | ld-linux-*.so.*) ;;
            *)
                echo "$1 is linked to $name"
                return 1
                ;;
        esac
    done
}

check_linked() {
    title 'What the program is linked to'
    run ldd "$work/deb/usr/bin/calearning"
    linked_as_allowed "$work/deb/usr/bin/calearning"
    must_fail 'a program that is linked to more' linked_as_allowed "$(command -v curl)"
    if readelf --dynamic "$work/deb/usr/bin/calearning" | grep -E 'R(UN)?PATH'; then
        fail 'the program looks for libraries beside itself'
    fi
    tar --extract --directory "$work" --file "$symbols"
    local id
    id=$(readelf --notes "$work/deb/usr/bin/calearning" | sed -n 's/.*Build ID: //p')
    [ -n "$id" ] && [ "$id" = "$(readelf --notes "$work/calearning.debug" 2>/dev/null | sed -n 's/.*Build ID: //p')" ] ||
        fail 'the file of symbols belongs to another program'
    # The tarball, the package and the image contain the same program.
    mkdir "$work/same"
    tar --extract --directory "$work/same" --strip-components=1 --file "$tarball"
    run cmp "$work/same/bin/calearning" "$work/deb/usr/bin/calearning"
}

check_manual() {
    title 'The manual and the completions'
    # The manual as in the tarball, in the folders that the script knows.
    local share=$work/manual/share
    mkdir -p "$work/manual/parts/completions"
    tar --extract --directory "$work/manual" --strip-components=1 --file "$tarball"
    cp -r "$share/man" "$work/manual/parts/man"
    rm "$work/manual/parts/man"/{,ja/}man1/usecase*.1
    cp "$share/bash-completion/completions/calearning" "$work/manual/parts/completions/calearning.bash"
    cp "$share/zsh/site-functions/_calearning" "$share/fish/vendor_completions.d/calearning.fish" "$work/manual/parts/completions/"
    run Scripts/release/check-manual.sh "$work/manual/bin/calearning" "$work/manual/parts"
    sed -i 's/port/prt/' "$work/manual/parts/man/man1/calearning-serve.1"
    must_fail 'an option that is not in the manual' Scripts/release/check-manual.sh "$work/manual/bin/calearning" "$work/manual/parts"
}

udid_of_boot() {
    local root=$1
    shift
    in_root "$root" calearning boot --splash 0 --format json "$@" | python3 -c 'import re, sys; print(re.search(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", sys.stdin.read().split("udid", 1)[1])[0])'
}

boot_twice() {
    local first second
    first=$(udid_of_boot "$1") second=$(udid_of_boot "$1")
    echo "UDID of the first boot: $first, of the second: $second"
    [ -n "$first" ] && [ "$first" = "$second" ] || fail 'the second boot has another UDID'
}

serve_and_restart() {
    local root=$1 unit=$2 first again
    start_unit "$root" "$unit"
    run curl --silent --show-error --fail "$SERVICE_URL/health"
    echo
    run curl --silent --show-error --fail --output /dev/null --write-out 'ready: %{http_code}\n' "$SERVICE_URL/ready"
    [ "$(stat --format %u:%a "$root/var/lib/calearning")" = "$(awk '/^Uid/ { print $2 }' "/proc/$SERVICE_PID/status"):700" ] ||
        fail 'the state directory is not for the service alone'
    grep -E '^(Uid|CapEff|NoNewPrivs)' "/proc/$SERVICE_PID/status"
    [ "$(awk '/^Uid/ { print $2 }' "/proc/$SERVICE_PID/status")" != 0 ] || fail 'the service runs as root'
    [ "$(awk '/^CapEff/ { print $2 }' "/proc/$SERVICE_PID/status")" = 0000000000000000 ] || fail 'the service has capabilities'
    first=$(register release-check)
    echo "registered: $first"
    stop_unit
    start_unit "$root" "$unit"
    again=$(register release-check)
    echo "after the restart: $again"
    [ "$first" = "$again" ] || fail 'the registration is not there after the restart'
    stop_unit
    registered=$first
}

# application_and_course FOLDER SOURCE: creates an application and the folder of the course there, without a network and
# a toolchain. SOURCE is the installed source.
application_and_course() {
    local root=$1 file
    run in_root "$root" unshare --net usecase new Shop /root/shop
    run in_root "$root" grep -F "path: \"$2\"" /root/shop/Package.swift
    run in_root "$root" ls "$2/Package.swift" /root/shop/Sources/Presentation/ShopApp.swift
    must_fail 'an application in the place of another' in_root "$root" usecase new Shop /root/shop
    run in_root "$root" unshare --net usecase learn --directory /root/course
    for file in Package.swift Exercises/01-read-and-run/README.md Packages/{calearning,swift-argument-parser,swift-http-types}/Package.swift; do
        [ -s "$root/root/course/$file" ] || fail "the course has no $file"
    done
    rm -r "$root/root/shop" "$root/root/course"
}

# start_zen: starts a server for `calearning zen`. ZEN_URL is its address, and $work/zen.pem its certificate.
start_zen() {
    [ -z "$ZEN_JOB" ] || return 0
    openssl req -x509 -newkey rsa:2048 -noenc -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 \
        -keyout "$work/zen.key" -out "$work/zen.pem" 2>/dev/null
    python3 Scripts/release/zen.py "$work/zen.pem" "$work/zen.key" >"$work/zen.port" &
    ZEN_JOB=$!
    timeout 10 bash -c "until [ -s '$work/zen.port' ]; do sleep 0.1; done"
    ZEN_URL=https://127.0.0.1:$(cat "$work/zen.port")
}

# exchanges ROOT COMMAND...: runs `calearning zen` there, by a command that ends with the program. It loads libcurl and
# the libraries of TLS, Brotli and zlib.
exchanges() {
    local root=$1 attempt
    shift
    cp "$work/zen.pem" "$root/zen.pem"
    # The responses use Brotli and gzip in turn.
    for attempt in 1 2; do
        "$@" zen --format json --ca-file /zen.pem >"$work/zen.json" || { cat "$work/zen.json"; fail "exchange $attempt fails in $root"; }
        grep -q '"zen" *: *"hello"' "$work/zen.json" || { cat "$work/zen.json"; fail "exchange $attempt has another result in $root"; }
    done
    echo 'calearning zen has exchanged requests over TLS, and decoded Brotli and gzip'
    must_fail 'a certificate of an unknown authority' "$@" zen
    # Any other error means that libcurl could not read the authorities of the system.
    grep -q 'libcurl 60:' "$work/must-fail" || { cat "$work/must-fail"; fail "the authorities of $root cannot be used"; }
    rm "$root/zen.pem"
}

# install_libraries ROOT PACKAGE...: installs packages there, or a package with its dependencies.
install_libraries() {
    local root=$1
    shift
    # The folder for temporary files is not open to apt's own user. A mirror can be older than the lists are valid.
    local apt=(apt-get --option APT::Sandbox::User=root --option Acquire::Check-Valid-Until=false)
    if ! { in_root "$root" "${apt[@]}" update &&
        in_root "$root" "${apt[@]}" install --yes --no-install-recommends "$@"; } >"$work/apt.log" 2>&1; then
        tail -n 20 "$work/apt.log"
        fail "apt does not install $*"
    fi
    grep 'newly installed' "$work/apt.log"
    grep '^  ' "$work/apt.log" || true
}

# without_libraries ROOT: commands and the service name the packages that are missing. It installs them.
without_libraries() {
    local root=$1
    # named PACKAGE FILE: shows the line with the package.
    named() { grep "$1" "$2" || { cat "$2"; fail "the message does not name $1"; }; }
    must_fail 'a missing libcurl' in_root "$root" env CALEARNING_GITHUB_URL="$ZEN_URL" calearning zen
    named libcurl4 "$work/must-fail"
    must_fail 'a missing libcrypto' in_root "$root" calearning serve --check
    named libssl3 "$work/must-fail"
    run install_libraries "$root" libssl3
    in_root "$root" env OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 calearning serve --check >"$work/checked" 2>&1
    named libcurl4 "$work/checked"
    run install_libraries "$root" libcurl4 ca-certificates
    in_root "$root" env OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 calearning serve --check >"$work/checked" 2>&1
    if grep libcurl "$work/checked"; then fail 'serve --check warns without a reason'; fi
}

check_package() {
    local suite root old=${BEFORE:-$work/before.deb}
    start_zen
    if [ -z "${BEFORE:-}" ]; then
        # Until an earlier version exists, it is created from this one.
        dpkg-deb --raw-extract "$deb" "$work/before"
        sed -i 's/^Version: .*/Version: 0.0.1~before-1/' "$work/before/DEBIAN/control"
        dpkg-deb --root-owner-group -Znone --build "$work/before" "$old" >/dev/null
        rm -rf "$work/before"
    fi
    for suite in "${suites[@]}"; do
        root=$work/$suite
        title "The package in an empty Debian: $suite"
        new_root "$suite" "$root"
        run in_root "$root" sed -n 's/^PRETTY_NAME=//p' /etc/os-release
        cp "$deb" "$root/new.deb"
        cp "$old" "$root/old.deb"
        must_fail 'there is a program before it is installed' in_root "$root" calearning --version
        must_fail 'dependencies that are missing' in_root "$root" dpkg --install /old.deb
        in_root "$root" dpkg --purge calearning
        run install_libraries "$root" /old.deb ca-certificates
        run in_root "$root" dpkg --verify calearning
        run in_root "$root" calearning --version
        run in_root "$root" getent passwd calearning
        run in_root "$root" stat --format '%n %U:%G %a' /var/lib/calearning /etc/calearning/environment
        boot_twice "$root"
        echo "CALEARNING_PORT=$SERVICE_PORT" >>"$root/etc/calearning/environment"
        serve_and_restart "$root" /usr/lib/systemd/system/calearning.service

        title "Upgrade with data: $suite"
        run in_root "$root" dpkg --install /new.deb
        run in_root "$root" dpkg-query --show --showformat '${Package} ${Version} ${db:Status-Abbrev}\n' calearning
        grep -q "^CALEARNING_PORT=$SERVICE_PORT" "$root/etc/calearning/environment" || fail 'the upgrade has changed the settings'
        local known=$registered
        serve_and_restart "$root" /usr/lib/systemd/system/calearning.service
        [ "$known" = "$registered" ] || fail 'the registration is not there after the upgrade'
        application_and_course "$root" /usr/share/calearning/source
        exchanges "$root" in_root "$root" env CALEARNING_GITHUB_URL="$ZEN_URL" calearning

        title "Remove and purge: $suite"
        run in_root "$root" dpkg --remove calearning
        [ ! -e "$root/usr/bin/calearning" ] || fail 'the program is still there'
        run in_root "$root" ls -l /var/lib/calearning /etc/calearning
        [ -s "$root/var/lib/calearning/devices.sqlite" ] || fail 'the data are gone'
        run in_root "$root" dpkg --install /new.deb
        serve_and_restart "$root" /usr/lib/systemd/system/calearning.service
        [ "$known" = "$registered" ] || fail 'the registration is not there after it was installed again'
        run in_root "$root" dpkg --purge calearning
        must_fail 'data after a purge' in_root "$root" ls /var/lib/calearning
        must_fail 'settings after a purge' in_root "$root" ls /etc/calearning
        if in_root "$root" find / -xdev -name '*calearning*' -not -path '/proc/*' -not -path '/root/.local/*' -not -path '/var/log/*' |
            grep -v '^/service.log'; then
            fail 'this is left behind'
        fi
        rm -rf "$root"
    done
}

check_tarball() {
    local root=$work/tarball
    start_zen
    title 'The tarball in an empty Debian 12'
    new_root bookworm "$root"
    # The commands of docs/operate/install.md.
    cp "$tarball" "$root/calearning.tar.gz"
    run in_root "$root" tar --extract --gzip --file /calearning.tar.gz --directory /usr/local --strip-components=1 --no-same-owner
    run in_root "$root" calearning --version
    boot_twice "$root"
    application_and_course "$root" /usr/local/share/calearning/source
    without_libraries "$root"
    exchanges "$root" in_root "$root" env CALEARNING_GITHUB_URL="$ZEN_URL" calearning
    run in_root "$root" useradd --system --user-group --home-dir /var/lib/calearning --no-create-home --shell /usr/sbin/nologin calearning
    install -d "$root/etc/calearning"
    echo "CALEARNING_PORT=$SERVICE_PORT" >"$root/etc/calearning/environment"
    serve_and_restart "$root" /usr/local/lib/systemd/system/calearning.service
    # shellcheck disable=SC2016
    run in_root "$root" sh -c 'tar --list --gzip --file /calearning.tar.gz | sed -n "s|^[^/]*/\(.*[^/]\)$|/usr/local/\1|p" | xargs -d "\n" rm'
    run in_root "$root" rm -r /usr/local/share/calearning /usr/local/share/doc/calearning
    if find "$root/usr/local" -type f -o -name '*calearning*' | grep .; then fail 'this is left behind'; fi
    rm -rf "$root"
}

start_container() {
    container=calearning-$$
    runc --root "$work/runc" run --bundle "$work/bundle" "$container" >>"$work/container.log" 2>&1 &
    SERVICE_JOB=$!
    wait_for_health || { cat "$work/container.log"; fail 'the image does not start'; }
}

stop_container() {
    local status=0
    runc --root "$work/runc" kill "$container" TERM
    wait "$SERVICE_JOB" || status=$?
    container=
    [ "$status" -eq 0 ] || { tail -n 5 "$work/container.log"; fail "the service in the image ended with $status"; }
    echo 'stopped by SIGTERM, with status 0'
}

check_image() {
    title 'The image'
    local size
    run skopeo inspect "oci-archive:$image"
    run skopeo inspect --format 'for docker load: {{.Digest}}' "docker-archive:$image"
    skopeo inspect --raw "oci-archive:$image" | python3 -c '
import json, sys
for layer in json.load(sys.stdin)["layers"]:
    print("layer", layer["digest"], round(layer["size"] / 1e6, 1), "MB")'
    size=$(stat --format %s "$image")
    echo "size: $size bytes"
    [ "$size" -lt 60000000 ] || fail "the image has $size bytes, which is more than 60 MB"
    mkdir "$work/layout" "$work/volume"
    tar --extract --directory "$work/layout" --file "$image"
    local tag
    tag=$(skopeo inspect --format '{{ index .Labels "org.opencontainers.image.version" }}' "oci-archive:$image")
    run umoci unpack --image "$work/layout:${tag/+/-}" "$work/bundle"
    # The image has its own user, no capability, only a writable volume, and the network of this machine for curl.
    chown 65532:65532 "$work/volume"
    python3 - "$work/bundle/config.json" "$work/volume" "$SERVICE_PORT" <<'END'
import json, sys
path, volume, port = sys.argv[1:]
with open(path) as file:
    config = json.load(file)
process = config["process"]
if process["user"]["uid"] == 0 or process["user"]["gid"] == 0:
    sys.exit("the image runs as root")
process["terminal"] = False
process["noNewPrivileges"] = True
process["capabilities"] = {kind: [] for kind in ("bounding", "effective", "inheritable", "permitted", "ambient")}
process["env"] += [f"CALEARNING_PORT={port}", "CALEARNING_HOST=127.0.0.1", "CALEARNING_RATE_LIMIT=100000/s"]
# The user of this script may have a lower limit than the image would get, and be unable to raise it.
process["rlimits"] = []
config["root"]["readonly"] = True
config["linux"]["namespaces"] = [space for space in config["linux"]["namespaces"] if space["type"] not in ("network", "user")]
config["mounts"] = [mount for mount in config["mounts"] if mount["type"] != "cgroup" and mount["destination"] != "/var/lib/calearning"]
config["mounts"].append({"destination": "/var/lib/calearning", "type": "bind", "source": volume, "options": ["rbind", "rw", "nosuid", "nodev"]})
with open(path, "w") as file:
    json.dump(config, file)
END
    start_container
    local pid
    pid=$(runc --root "$work/runc" state "$container" | python3 -c 'import json, sys; print(json.load(sys.stdin)["pid"])')
    grep -E '^(Uid|Gid|CapEff|CapBnd|NoNewPrivs)' "/proc/$pid/status"
    awk '$5 == "/" { print "the root is", $6 }' "/proc/$pid/mountinfo"
    awk '$5 == "/" && $6 ~ /^ro(,|$)/ { found = 1 } END { exit !found }' "/proc/$pid/mountinfo" || fail 'the root of the container can be written'
    [ "$(awk '/^Uid/ { print $2 }' "/proc/$pid/status")" = 65532 ] || fail 'the container runs as another user'
    [ "$(awk '/^CapEff/ { print $2 }' "/proc/$pid/status")" = 0000000000000000 ] || fail 'the container has capabilities'
    run curl --silent --show-error --fail "$SERVICE_URL/health"
    echo
    run curl --silent --show-error --fail --output /dev/null --write-out 'ready: %{http_code}\n' "$SERVICE_URL/ready"

    title 'The image under load, and SIGTERM'
    registrations load "$SERVICE_PORT" "$work/answered" &
    local load=$!
    sleep 3
    stop_container
    wait "$load" || fail 'the load was not as it should be'
    start_container
    run registrations verify "$SERVICE_PORT" "$work/answered"
    stop_container
    rm -f "$work"/volume/*
    start_container
    must_fail 'registrations that were lost' registrations verify "$SERVICE_PORT" "$work/answered"
    stop_container
    title 'The libraries of the image'
    start_zen
    # The image contains all libraries of the libraries that the program loads.
    local library inside=(bwrap --ro-bind "$work/bundle/rootfs" / --proc /proc --dev /dev --clearenv)
    for library in libbrotlidec.so.1 libcrypto.so.3 libcurl.so.4 libpq.so.5; do
        run "${inside[@]}" /lib64/ld-linux-x86-64.so.2 --list "/usr/lib/x86_64-linux-gnu/$library" | tee "$work/libraries"
        if grep 'not found' "$work/libraries"; then fail "$library cannot be loaded in the image"; fi
    done
    exchanges "$work/bundle/rootfs" "${inside[@]}" --setenv CALEARNING_GITHUB_URL "$ZEN_URL" --setenv CALEARNING_STORE memory \
        -- /usr/bin/calearning
}

for check in pins signature lintian documents material unit linked manual package tarball image; do
    if wanted "$check"; then "check_$check"; fi
done
printf '\nrelease-check: everything is as it should be. The transcript is dist-check/transcript.txt.\n'
