#!/usr/bin/env bash
# Tries a release like its users, in throw-away places, and writes the transcript to dist-check/transcript.txt:
#   Scripts/release/check.sh [DIRECTORY]                    the release (default dist)
# ONLY="signature lintian documents material unit linked manual package tarball image" selects some of the checks. It must
# run as root, because it creates root file systems (debootstrap, bubblewrap) and runs the image (runc). SUITES are the
# versions of Debian for the package. BEFORE=FILE is the package of an earlier version, as the start of an upgrade.
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
require_packages binutils bubblewrap curl debootstrap dpkg-dev jq lintian man-db minisign openssl runc skopeo systemd umoci
require_tool promtool prometheus
require_tool python3

mkdir -p dist-check
exec > >(tee dist-check/transcript.txt) 2>&1
work=$(mktemp -d)
chmod 755 "$work"
github_process='' service=''
clean_up() {
    local status=$?
    # Their processes end with them.
    kill "$github_process" 2>/dev/null || true
    kill "$service" 2>/dev/null || true
    runc --root "$work/runc" delete --force calearning-check 2>/dev/null || true
    rm -rf "$work"
    [ "$status" -eq 0 ] || echo 'release-check: FAILED'
}
trap clean_up EXIT

# Shows a command, and runs it.
run() {
    echo "\$ $*"
    "$@"
}
# must_fail MISTAKE COMMAND...: expects that a check notices the mistake.
must_fail() {
    if "${@:2}" >"$work/must-fail" 2>&1; then
        cat "$work/must-fail"
        fail "this was not noticed: $1"
    fi
    echo "noticed: $1: $(tail -n 1 "$work/must-fail")"
}
deb=$(ls "$directory"/calearning_*.deb) tarball=$(ls "$directory"/calearning-*.tar.gz) image=$(ls "$directory"/*.oci.tar)
port=$(free_port)
url=http://127.0.0.1:$port
mkdir "$work/tarball"
dpkg-deb --extract "$deb" "$work/deb"
tar --extract --directory "$work/tarball" --strip-components=1 --file "$tarball"

check_signature() {
    local signed=$work/signed file
    # shellcheck disable=SC2317
    sign() { RELEASE_SIGNING_KEY=$1 Scripts/release/sign.sh "$signed" 'throw-away'; }
    # The commands of docs/operate/install.md.
    # shellcheck disable=SC2317
    verify() (cd "$signed" && minisign -V -p "$work/key.pub" -m SHA256SUMS && sha256sum --check --strict --quiet SHA256SUMS)
    minisign -G -W -p "$work/key.pub" -s "$work/key" >/dev/null
    minisign -G -W -p "$work/other.pub" -s "$work/other" >/dev/null
    cp -r "$directory" "$signed"
    run sign "$work/key"
    run verify
    for file in "$signed"/*; do
        cp "$file" "$work/kept"
        change_bit "$file" $(($(stat --format %s "$file") / 2))
        must_fail "a changed byte of $(basename "$file")" verify
        [[ $file == *.minisig ]] || must_fail "a changed byte of $(basename "$file") before it is signed" sign "$work/key"
        cp "$work/kept" "$file"
    done
    touch "$signed/more"
    must_fail 'a file without a sum before it is signed' sign "$work/key"
    rm "$signed/more"
    must_fail 'a signature without a key' sign "$work/missing"
    run sign "$work/other"
    must_fail 'a signature by another key' verify
    rm "$signed/SHA256SUMS.minisig"
    must_fail 'a signature that is missing' verify

    local tools=.build-python-release
    require_python "$tools" cyclonedx 'cyclonedx-python-lib[json-validation]==11.12.0'
    run "$tools/bin/python" Scripts/release/check_sbom.py "$directory"/*.cdx.json
}

check_lintian() { run lintian --fail-on error,warning "$deb"; }

# Every user can read the documents, and their links and runbooks lead to files.
check_documents() {
    local folder page target
    for folder in "$work/deb/usr/share/doc/calearning" "$work/tarball/share/doc/calearning"; do
        if find "$folder" -not -perm -444 | grep .; then fail 'these files are not for all users'; fi
        grep -oP '(\]\(|runbook: )\K[^)#]+' "$folder"/*.md "$folder/examples/prometheus-rules.yml" | grep -v ':https:' | while IFS=: read -r page target; do
            [ -e "$folder/${target#/usr/*/doc/calearning/}" ] || fail "$page links to $target"
        done
        run promtool check rules "$folder/examples/prometheus-rules.yml"
        run promtool test rules "$folder/examples/prometheus-rules.test.yml"
        run jq empty "$folder/examples/grafana.json"
    done
}

check_material() {
    cp -r "$work/deb/usr/share/calearning" "$work/material"
    # Without a network, and without the settings of git, nothing can be fetched.
    GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null run unshare --net \
        "${SWIFT:-swift}" package --package-path "$work/material/source/Starter" --cache-path "$work/swift-packages" resolve
}

check_unit() {
    # The program is at the place where it was unpacked.
    sed "s|=/usr/bin/|=$work/deb/usr/bin/|" "$work/deb/usr/lib/systemd/system/calearning.service" >"$work/calearning.service"
    if MANPATH=$work/deb/usr/share/man systemd-analyze verify --man=yes "$work/calearning.service" 2>&1 | grep .; then fail 'the unit has mistakes'; fi
    run systemd-analyze security --offline=yes --no-pager --threshold=20 "$work/calearning.service" | tail -n 1
}

check_linked() {
    local program file others
    build_id() { readelf --notes "$1" 2>/dev/null | sed -n 's/.*Build ID: //p' | grep .; }
    tar --extract --directory "$work" --file "$directory"/*.debug.tar.xz
    for program in "${programs[@]}"; do
        file=$work/deb/usr/bin/$program
        # An empty Debian lacks all other files that a program needs at its start.
        others=$(readelf --dynamic "$file" | sed -nE 's/.*\((NEEDED|RPATH|RUNPATH)\).*\[(.*)\]/\2/p' |
            grep -v -x -E 'lib(c|m|stdc\+\+|gcc_s|z)\.so\.[0-9]+|ld-linux-.*') || true
        [ -z "$others" ] || fail "$program is linked to $others"
        [ "$(build_id "$file")" = "$(build_id "$work/$program.debug")" ] || fail 'the file of symbols belongs to another program'
        run cmp "$work/tarball/bin/$program" "$file"
    done
}

check_manual() { run Scripts/release/check-manual.sh "$work/tarball"; }

check_package() {
    local suite root unit=/usr/lib/systemd/system/calearning.service
    if [ -z "${BEFORE:-}" ]; then
        # Until an earlier version exists, it is created from this one.
        BEFORE=$work/before.deb
        dpkg-deb --raw-extract "$deb" "$work/before"
        sed -i 's/^Version: .*/Version: 0.0.1~before-1/' "$work/before/DEBIAN/control"
        dpkg-deb --root-owner-group -Znone --build "$work/before" "$BEFORE" >/dev/null
    fi
    for suite in "${suites[@]}"; do
        root=$work/$suite registered=
        debootstrap --variant=minbase "$suite" "$root" http://deb.debian.org/debian >/dev/null
        cp "$deb" "$root/new.deb"
        cp "$BEFORE" "$root/old.deb"
        must_fail 'dependencies that are missing' in_root "$root" dpkg --install /old.deb
        in_root "$root" dpkg --purge calearning
        run install_packages "$root" /old.deb ca-certificates
        run in_root "$root" dpkg --verify calearning
        run in_root "$root" stat --format '%n %U:%G %a' /var/lib/calearning /etc/calearning/environment
        boot_twice "$root"
        echo "CALEARNING_PORT=$port" >>"$root/etc/calearning/environment"
        serve_and_restart "$root" "$unit"
        # The upgrade keeps settings and data.
        run in_root "$root" dpkg --install /new.deb
        grep -q "^CALEARNING_PORT=$port" "$root/etc/calearning/environment" || fail 'the upgrade has changed the settings'
        serve_and_restart "$root" "$unit"
        application_and_course "$root" /usr/share/calearning/source
        exchanges "$root" in_root "$root" env CALEARNING_GITHUB_URL="$github" calearning
        # So does a removal.
        run in_root "$root" dpkg --remove calearning
        [ ! -e "$root/usr/bin/calearning" ] || fail 'the program is still there'
        run in_root "$root" dpkg --install /new.deb
        serve_and_restart "$root" "$unit"
        run in_root "$root" dpkg --purge calearning
        nothing_left "$root"
        rm -rf "$root"
    done
}

check_tarball() {
    local root=$work/root unit=/usr/local/lib/systemd/system/calearning.service
    registered=
    debootstrap --variant=minbase bookworm "$root" http://deb.debian.org/debian >/dev/null
    # The commands of docs/operate/install.md.
    cp "$tarball" "$root/calearning.tar.gz"
    run in_root "$root" tar --extract --gzip --file /calearning.tar.gz --directory /usr/local --strip-components=1 --no-same-owner
    boot_twice "$root"
    application_and_course "$root" /usr/local/share/calearning/source
    run install_packages "$root" libcurl4 libssl3 ca-certificates
    exchanges "$root" in_root "$root" env CALEARNING_GITHUB_URL="$github" calearning
    run in_root "$root" useradd --system --user-group --home-dir /var/lib/calearning --no-create-home --shell /usr/sbin/nologin calearning
    install -d "$root/etc/calearning"
    echo "CALEARNING_PORT=$port" >"$root/etc/calearning/environment"
    serve_and_restart "$root" "$unit"
    # shellcheck disable=SC2016
    run in_root "$root" sh -c 'tar --list --gzip --file /calearning.tar.gz | sed -n "s|^[^/]*/\(.*[^/]\)$|/usr/local/\1|p" | xargs -d "\n" rm'
    run in_root "$root" rm -r /usr/local/share/calearning /usr/local/share/doc/calearning /etc/calearning /var/lib/calearning
    rm "$root/calearning.tar.gz"
    nothing_left "$root"
    rm -rf "$root"
}

check_image() {
    local bundle=$work/bundle tag process library worker loads=()
    run skopeo inspect "oci-archive:$image"
    run skopeo inspect --format 'for docker load: {{.Digest}}' "docker-archive:$image"
    [ "$(stat --format %s "$image")" -lt 60000000 ] || fail 'the image has more than 60 MB'
    mkdir "$work/layout" "$work/volume" "$work/load"
    tar --extract --directory "$work/layout" --file "$image"
    tag=$(jq --raw-output '.manifests[0].annotations["org.opencontainers.image.ref.name"]' "$work/layout/index.json")
    run umoci unpack --image "$work/layout:$tag" "$bundle"
    # The image has its own user, no capability, only a writable volume, and the network of this machine for curl. The
    # user of this script may have a lower limit than the image would get, and be unable to raise it.
    chown 65532:65532 "$work/volume"
    jq --arg port "$port" --arg volume "$work/volume" '
        .process += {terminal: false, noNewPrivileges: true, rlimits: [], capabilities: {}}
        | .process.env += ["CALEARNING_PORT=\($port)", "CALEARNING_HOST=127.0.0.1", "CALEARNING_RATE_LIMIT=100000/s"]
        | .root.readonly = true
        | .linux.namespaces |= map(select(.type != "network" and .type != "user"))
        | .mounts |= map(select(.type != "cgroup" and .destination != "/var/lib/calearning"))
        | .mounts += [{destination: "/var/lib/calearning", type: "bind", source: $volume, options: ["rbind", "rw", "nosuid", "nodev"]}]
    ' "$bundle/config.json" >"$work/config.json"
    cp "$work/config.json" "$bundle"
    start_container() { start runc --root "$work/runc" run --bundle "$bundle" calearning-check; }
    stop_container() { stop runc --root "$work/runc" kill calearning-check TERM; }
    start_container
    process=$(runc --root "$work/runc" state calearning-check | jq .pid)
    confined "$process"
    awk '$5 == "/" && $6 ~ /^ro(,|$)/ { found = 1 } END { exit !found }' "/proc/$process/mountinfo" || fail 'the root of the container can be written'

    # SIGTERM under load.
    for worker in 1 2 3 4; do
        load "$work/load/$worker" &
        loads+=($!)
    done
    timeout 60 bash -c "until [ \$(cat '$work'/load/* | wc -l) -ge 200 ]; do sleep 0.1; done"
    stop_container
    for worker in "${loads[@]}"; do wait "$worker" || fail 'the service refused a registration'; done
    start_container
    run verify_load "$work"/load/*
    stop_container
    rm -f "$work"/volume/*
    start_container
    must_fail 'registrations that were lost' verify_load "$work"/load/*
    stop_container

    # The image contains all libraries of the libraries that the program loads.
    local inside=(bwrap --ro-bind "$bundle/rootfs" / --proc /proc --dev /dev --clearenv)
    for library in libbrotlidec.so.1 libcrypto.so.3 libcurl.so.4 libpq.so.5; do
        run "${inside[@]}" /lib64/ld-linux-x86-64.so.2 --list "/usr/lib/x86_64-linux-gnu/$library" >"$work/libraries"
        if grep 'not found' "$work/libraries"; then fail "$library cannot be loaded in the image"; fi
    done
    exchanges "$bundle/rootfs" "${inside[@]}" --setenv CALEARNING_GITHUB_URL "$github" --setenv CALEARNING_STORE memory -- /usr/bin/calearning
}

github_port=$(free_port)
github=https://127.0.0.1:$github_port
serve_zen "$github_port" &
github_process=$!
for check in ${ONLY:-signature lintian documents material unit linked manual package tarball image}; do
    printf '\n== %s\n' "$check"
    "check_$check"
done
printf '\nrelease-check: everything is as it should be. The transcript is dist-check/transcript.txt.\n'
