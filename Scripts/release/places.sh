# shellcheck shell=bash
# Throw-away places in which a release is tried. This file is sourced, not run, after packages.sh and common.sh.

# The archives of debootstrap's output, to create it only once.
PLACES_CACHE=.build-release-check

# new_root SUITE FOLDER: a minimal Debian.
new_root() {
    local suite=$1 folder=$2 made
    local archive=$PLACES_CACHE/$suite.tar
    if [ ! -f "$archive" ]; then
        mkdir -p "$PLACES_CACHE"
        made=$(mktemp -d)
        chmod 755 "$made"
        debootstrap --variant=minbase "$suite" "$made/root" http://deb.debian.org/debian >"$made/log" 2>&1 || {
            tail -n 20 "$made/log" >&2
            rm -rf "$made"
            fail "debootstrap cannot make $suite"
        }
        rm -rf "$made"/root/var/cache/apt/archives/*.deb "$made"/root/var/lib/apt/lists/*
        tar --create --directory "$made/root" --one-file-system --file "$archive.new" .
        mv "$archive.new" "$archive"
        rm -rf "$made"
    fi
    mkdir -p "$folder"
    tar --extract --directory "$folder" --file "$archive"
}

# in_root FOLDER COMMAND...: runs it there as root. It shares only the network with this machine.
in_root() {
    local folder=$1
    shift
    bwrap --bind "$folder" / --dev /dev --proc /proc --bind "$folder/run" /run --tmpfs /tmp --unshare-ipc --unshare-uts \
        --cap-add ALL --clearenv --setenv PATH /usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        --setenv HOME /root --setenv DEBIAN_FRONTEND noninteractive --setenv LC_ALL C.UTF-8 -- "$@"
}

# unit_value FILE NAME: prints the values of a setting of a unit, one in a line.
unit_value() {
    sed -n "s/^$2=//p" "$1"
}

# start_unit FOLDER UNIT: runs the command of the unit, as its user, with its environment and without any capability.
# SERVICE_PID is the process.
start_unit() {
    local folder=$1 line user group
    local unit=$folder$2
    local -a settings=() command
    while read -r line; do settings+=("$line"); done < <(unit_value "$unit" Environment)
    for line in $(unit_value "$unit" EnvironmentFile); do
        while read -r line; do settings+=("$line"); done < <(grep -v -E '^(#|$)' "$folder${line#-}" || true)
    done
    read -r -a command < <(unit_value "$unit" ExecStart)
    user=$(unit_value "$unit" User) group=$(unit_value "$unit" Group)
    rm -f "$folder/run/service.pid"
    # The folder that systemd creates before it starts the program.
    in_root "$folder" install --directory --owner="$user" --group="$group" --mode="$(unit_value "$unit" StateDirectoryMode)" \
        "/var/lib/$(unit_value "$unit" StateDirectory)"
    local -a as_user=(setpriv --reuid "$user" --regid "$group" --init-groups --no-new-privs --bounding-set=-all --inh-caps=-all
        env "${settings[@]}")
    in_root "$folder" "${as_user[@]}" "${command[@]}" --check >>"$folder/service.log" 2>&1 || {
        cat "$folder/service.log"
        fail "the settings are refused: ${settings[*]}"
    }
    # shellcheck disable=SC2016
    in_root "$folder" sh -c 'echo $$ >/run/service.pid; exec "$@"' sh \
        "${as_user[@]}" "${command[@]}" >>"$folder/service.log" 2>&1 &
    SERVICE_JOB=$!
    wait_for_health || { cat "$folder/service.log"; fail "the service does not start: ${command[*]}"; }
    SERVICE_PID=$(cat "$folder/run/service.pid")
    kill -0 "$SERVICE_PID"
    echo "started as $user: ${settings[*]} ${command[*]}"
}

# stop_unit: stops the service like systemd. It must end with 0.
stop_unit() {
    kill -TERM "$SERVICE_PID"
    local status=0
    wait "$SERVICE_JOB" || status=$?
    [ "$status" -eq 0 ] || fail "the service ended with $status"
    SERVICE_PID=
    echo 'stopped by SIGTERM, with status 0'
}

wait_for_health() {
    local attempt
    for attempt in {1..100}; do
        if curl --silent --fail --output /dev/null "$SERVICE_URL/health"; then return; fi
        if ! kill -0 "$SERVICE_JOB" 2>/dev/null; then return 1; fi
        sleep 0.1
    done
    echo "no answer after $attempt attempts" >&2
    return 1
}

# free_port: prints a port without a listener.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}
