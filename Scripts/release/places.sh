# shellcheck shell=bash
# Throw-away places in which check.sh tries a release. This file is sourced, not run, and uses its `work` and `url`.
# shellcheck disable=SC2154

# in_root FOLDER COMMAND...: runs it there as root. It shares only the network with this machine.
in_root() {
    bwrap --die-with-parent --bind "$1" / --dev /dev --proc /proc --bind "$1/run" /run --tmpfs /tmp --unshare-ipc --unshare-uts --cap-add ALL \
        --clearenv --setenv PATH /usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --setenv HOME /root \
        --setenv DEBIAN_FRONTEND noninteractive --setenv LC_ALL C.UTF-8 -- "${@:2}"
}

# install_packages FOLDER PACKAGE...: installs packages there, or a file of a package, with their dependencies.
install_packages() {
    # The folder for temporary files is not open to apt's own user. A mirror can be older than the lists are valid.
    local apt=(in_root "$1" apt-get --quiet=2 --option APT::Sandbox::User=root --option Acquire::Check-Valid-Until=false)
    "${apt[@]}" update >/dev/null
    "${apt[@]}" install --yes --no-install-recommends "${@:2}" >/dev/null
}

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# start COMMAND...: starts a service, and waits for its health. `service` is its process on this machine.
start() {
    "$@" >"$work/service" 2>&1 &
    service=$!
    if ! curl --silent --fail --output /dev/null --retry 20 --retry-delay 1 --retry-connrefused "$url/health"; then
        cat "$work/service"
        fail "this does not start: $*"
    fi
}

# stop COMMAND...: stops the service by a command that sends SIGTERM to it. It must end with 0.
stop() {
    local status=0
    run "$@"
    wait "$service" || status=$?
    service=
    [ "$status" -eq 0 ] || { tail -n 5 "$work/service"; fail "the service ended with $status"; }
}

# confined PROCESS: expects that the process is not of root, and has no capabilities.
confined() {
    grep -E '^(Uid|CapEff|NoNewPrivs)' "/proc/$1/status"
    awk '/^Uid/ { user = $2 } /^CapEff/ { capabilities = $2 } END { exit !(user > 0 && capabilities ~ /^0+$/) }' "/proc/$1/status" ||
        fail 'the service runs as root, or has capabilities'
}

# start_unit FOLDER UNIT: runs the command of the unit, as its user, with its environment and without any capability.
start_unit() {
    local unit=$1$2 user file command settings
    value() { sed -n "s/^$1=//p" "$unit"; }
    user=$(value User) file=$(value EnvironmentFile)
    read -r -a command < <(value ExecStart)
    mapfile -t settings < <(value Environment; grep -v -E '^(#|$)' "$1${file#-}")
    # The folder that systemd creates before it starts the program.
    in_root "$1" install --directory --owner="$user" --group="$user" --mode="$(value StateDirectoryMode)" "/var/lib/$(value StateDirectory)"
    command=(setpriv --reuid "$user" --regid "$user" --init-groups --no-new-privs --bounding-set=-all --inh-caps=-all
        env "${settings[@]}" "${command[@]}")
    run in_root "$1" "${command[@]}" --check
    # shellcheck disable=SC2016
    start in_root "$1" sh -c 'echo $$ >/run/service.pid; exec "$@"' sh "${command[@]}"
    confined "$(cat "$1/run/service.pid")"
    [ "$(stat --format %a "$1/var/lib/calearning")" = 700 ] || fail 'the state directory is not only for the service'
}

# register KEY: registers a device, and prints its UDID. A key always gets an equal UDID.
register() { curl --silent --fail --header "Idempotency-Key: $1" --json '{"appDeviceKbn":11}' "$url/udids"; }

# serve_and_restart FOLDER UNIT: `registered` is there after a restart, an upgrade and a removal.
serve_and_restart() {
    local time
    for time in first second; do
        start_unit "$@"
        run curl --silent --show-error --fail "$url/ready"
        registered=${registered:-$(register release-check)}
        [ "$(register release-check)" = "$registered" ] || fail "$registered is not there at the $time start"
        stop kill -TERM "$(cat "$1/run/service.pid")"
    done
}

# boot_twice FOLDER: the program works there, and remembers its UDID.
boot_twice() {
    boot() { in_root "$1" calearning boot --splash 0 --format json | jq --exit-status --raw-output .values.udid; }
    local udid
    udid=$(boot "$1")
    [ "$(boot "$1")" = "$udid" ] || fail 'the second boot has another UDID'
}

# application_and_course FOLDER SOURCE: creates an application and the folder of the course there, without a network and
# a toolchain. SOURCE is the installed source.
application_and_course() {
    run in_root "$1" unshare --net usecase new Shop /root/shop
    run in_root "$1" grep -F "path: \"$2\"" /root/shop/Package.swift
    run in_root "$1" unshare --net usecase learn --directory /root/course
    run in_root "$1" ls "$2/Package.swift" /root/shop/Sources/Presentation/ShopApp.swift \
        /root/course/{Exercises/01-read-and-run/README.md,Packages/{calearning,swift-argument-parser}/Package.swift}
    rm -r "$1"/root/{shop,course}
}

# serve_zen PORT: answers `calearning zen` over TLS.
serve_zen() {
    mkdir "$work/github"
    cd "$work/github" || return
    openssl req -x509 -newkey rsa:2048 -noenc -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 \
        -keyout key.pem -out certificate.pem 2>/dev/null
    exec openssl s_server -quiet -HTTP -accept "127.0.0.1:$1" -cert certificate.pem -key key.pem
}

# exchanges FOLDER COMMAND...: asks this server from there, by a command that ends with the program. The program loads
# libcurl and the libraries of TLS, Brotli and zlib.
exchanges() {
    local coding
    cp "$work/github/certificate.pem" "$1/github.pem"
    for coding in br gzip; do
        {
            printf 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: %s\r\n\r\n' "$coding"
            # The same five letters. Debian's small installation has no tool for Brotli.
            if [ "$coding" = br ]; then printf '\x0b\x02\x80hello\x03'; else printf hello | gzip; fi
        } >"$work/github/zen"
        "${@:2}" zen --format json --ca-file /github.pem | jq --exit-status '.values.zen == "hello"'
    done
    must_fail 'a certificate of an unknown authority' "${@:2}" zen
    # Any other error means that libcurl could not read the authorities of the system.
    grep -q 'libcurl 60:' "$work/must-fail" || { cat "$work/must-fail"; fail "the authorities of $1 cannot be used"; }
    rm "$1/github.pem"
}

# nothing_left FOLDER: expects that only the files of users are left there.
nothing_left() {
    if find "$1" -xdev -name '*calearning*' -not -path "$1/root/.local/*" -not -path "$1/var/log/*" | grep .; then fail 'this is left behind'; fi
}

# load FILE: registers devices until the service stops, and writes their keys and answers. A refusal is an error.
load() {
    local key answer status=0
    for key in "${1##*/}"-{1..100000}; do
        answer=$(register "$key") || { status=$?; break; }
        echo "$key $answer"
    done >"$1"
    # By curl, 22 is a status of HTTP, and anything else is a connection that ended.
    [ "$status" -ne 22 ]
}

# verify_load FILE...: each key gets its answer again.
verify_load() {
    local key answer
    cat "$@" | while read -r key answer; do
        [ "$(register "$key")" = "$answer" ] || { echo "$key was lost"; return 1; }
    done
}
