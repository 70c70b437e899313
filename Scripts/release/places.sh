# shellcheck shell=bash
# Throw-away places in which check.sh tries a release. This file is sourced, not run.

# new_root SUITE FOLDER: a minimal Debian.
new_root() {
    debootstrap --variant=minbase "$1" "$2" http://deb.debian.org/debian >"$work/debootstrap" 2>&1 || {
        tail -n 20 "$work/debootstrap"
        fail "debootstrap cannot make $1"
    }
}

# in_root FOLDER COMMAND...: runs it there as root. It shares only the network with this machine.
in_root() {
    bwrap --bind "$1" / --dev /dev --proc /proc --bind "$1/run" /run --tmpfs /tmp --unshare-ipc --unshare-uts --cap-add ALL \
        --clearenv --setenv PATH /usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --setenv HOME /root \
        --setenv DEBIAN_FRONTEND noninteractive --setenv LC_ALL C.UTF-8 -- "${@:2}"
}

# install_packages FOLDER PACKAGE...: installs packages there, or a file of a package, with their dependencies.
install_packages() {
    # The folder for temporary files is not open to apt's own user. A mirror can be older than the lists are valid.
    local apt=(in_root "$1" apt-get --option APT::Sandbox::User=root --option Acquire::Check-Valid-Until=false)
    if ! { "${apt[@]}" update && "${apt[@]}" install --yes --no-install-recommends "${@:2}"; } >"$work/apt" 2>&1; then
        tail -n 20 "$work/apt"
        fail "apt does not install ${*:2}"
    fi
}

# start COMMAND...: starts a service, and waits for its health. `job` is its process on this machine.
start() {
    "$@" >"$work/service" 2>&1 &
    job=$!
    curl --silent --fail --output /dev/null --retry 20 --retry-delay 1 --retry-connrefused "$url/health" &&
        kill -0 "$job" || { cat "$work/service"; fail "this does not start: $*"; }
}

# stop COMMAND...: stops the service by a command that sends SIGTERM to it. It must end with 0.
stop() {
    local status=0
    run "$@"
    wait "$job" || status=$?
    job=
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
stop_unit() { stop kill -TERM "$(cat "$1/run/service.pid")"; }

# register KEY: registers a device, and prints its UDID. A key always gets an equal UDID.
register() { curl --silent --fail --header "Idempotency-Key: $1" --json '{"appDeviceKbn":11}' "$url/udids"; }

# serve_and_restart FOLDER UNIT: the service has the registration of this check after a restart, and after an upgrade.
serve_and_restart() {
    local time
    for time in first second; do
        start_unit "$@"
        run curl --silent --show-error --fail "$url/ready"
        registered=${registered:-$(register release-check)}
        [ "$(register release-check)" = "$registered" ] || fail "the registration $registered is not there at the $time start"
        stop_unit "$1"
    done
}

# load FILE: registers devices until the service stops, and writes their keys and answers. A refusal is an error.
load() {
    local key answer status=0
    for key in {1..100000}; do
        answer=$(register "$(basename "$1")-$key") || { status=$?; break; }
        echo "$(basename "$1")-$key $answer"
    done >"$1"
    # By curl, 22 is a status of HTTP, and anything else is a connection that ended.
    [ "$status" -ne 22 ]
}

# verify_load FILE...: each key gets its answer again.
verify_load() {
    local key answer
    [ "$(cat "$@" | wc -l)" -ge 100 ] || fail 'too few registrations were answered for this to mean anything'
    cat "$@" | while read -r key answer; do [ "$(register "$key")" = "$answer" ] || { echo "$key was lost"; return 1; }; done
    echo "$(cat "$@" | wc -l) registrations were sent again, and none was lost"
}

# boot_twice FOLDER: the program works there, and remembers its UDID.
boot_twice() {
    boot() { in_root "$1" calearning boot --splash 0 --format json | jq --raw-output .values.udid; }
    local udid
    udid=$(boot "$1")
    [ -n "$udid" ] && [ "$(boot "$1")" = "$udid" ] || fail 'the second boot has another UDID'
}

# application_and_course FOLDER SOURCE: creates an application and the folder of the course there, without a network and
# a toolchain. SOURCE is the installed source.
application_and_course() {
    run in_root "$1" unshare --net calearning application Shop /root/shop
    run in_root "$1" grep -F "path: \"$2\"" /root/shop/Package.swift
    run in_root "$1" ls "$2/Package.swift" /root/shop/Sources/Presentation/ShopApp.swift
    run in_root "$1" unshare --net calearning learn --directory /root/course
    run in_root "$1" ls /root/course/{Exercises/01-read-and-run/README.md,Packages/{calearning,swift-argument-parser}/Package.swift}
    rm -r "$1"/root/{shop,course}
}

# start_github: starts a server that answers GET /zen over TLS, at the address `github`.
start_github() {
    local port
    port=$(free_port)
    mkdir "$work/github"
    openssl req -x509 -newkey rsa:2048 -noenc -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 \
        -keyout "$work/github/key.pem" -out "$work/github/certificate.pem" 2>/dev/null
    (cd "$work/github" && exec openssl s_server -quiet -HTTP -accept "127.0.0.1:$port" -cert certificate.pem -key key.pem) &
    jobs+=($!)
    github=https://127.0.0.1:$port
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
        "${@:2}" zen --format json --ca-file /github.pem | jq --exit-status '.values.zen == "hello"' >/dev/null ||
            fail "the answer by $coding is another one in $1"
    done
    must_fail 'a certificate of an unknown authority' "${@:2}" zen
    # Any other error means that libcurl could not read the authorities of the system.
    grep -q 'libcurl 60:' "$work/must-fail" || { cat "$work/must-fail"; fail "the authorities of $1 cannot be used"; }
    rm "$1/github.pem"
}
