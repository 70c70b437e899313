#!/usr/bin/env bash
# Builds the OCI image, as an archive that podman, docker and skopeo load:
#   Scripts/release/image.sh PARTS VERSION FILE
# SOURCE_DATE_EPOCH is the time of all files. The Debian packages below the program are those of
# deploy/image/ARCHITECTURE.lock. They get into PARTS/packages. umoci writes the image. The archives of its layers are
# written here, so they depend only on their contents.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=common.sh
source Scripts/release/common.sh

parts=$(realpath "$1") version=$2 file=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A number that no user of a machine has. By custom, images without root use it.
user=65532 state=var/lib/calearning
created=$(date --date="@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)

# Downloads the packages from Debian's mirror or, once it has newer ones, from its archive of snapshots. A package with
# another SHA-256 is an error. Downloads are kept.
download() {
    local lock snapshot cache=.build-release/packages name sum archive path package address
    lock=deploy/image/$(dpkg --print-architecture).lock
    snapshot=$(sed -n 's/^# Snapshot: //p' "$lock")
    mkdir -p "$cache" "$parts/packages"
    grep -v '^#' "$lock" | while read -r name _ sum archive path; do
        package=$cache/$sum.deb
        [ -f "$package" ] || for address in "http://deb.debian.org/$archive" "https://snapshot.debian.org/archive/$archive/$snapshot"; do
            # It fails if the sum differs.
            /usr/lib/apt/apt-helper --quiet=2 download-file "$address/$path" "$package" "SHA256:$sum" && break
        done
        echo "$sum  $package" | sha256sum --check --quiet || { rm -f "$package"; fail "$name is not the one of $lock"; }
        cp "$package" "$parts/packages/$name.deb"
    done
}

# archive FOLDER ENTRY OWNER MODE: writes FOLDER.tar. All of it belongs to root but ENTRY, a folder with an owner and a mode.
archive() {
    sorted_tar "$1" --exclude="./$2" . >"$1.tar"
    sorted_tar "$1" --owner="$3" --group="$3" --mode="$4" "./$2" >"$1.entry.tar"
    tar --concatenate --file "$1.tar" "$1.entry.tar"
}

# The Debian packages are unpacked, and their scripts are not run.
download
system=$work/system
mkdir -p "$system"/usr/{bin,sbin,lib,lib64}
ln -s usr/bin usr/sbin usr/lib usr/lib64 "$system"
for package in "$parts"/packages/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar --extract --no-same-owner --keep-directory-symlink --directory "$system"
done
# OpenSSL refuses the whole bundle if a part is not a certificate, like the package's example.
awk 1 "$system"/usr/share/ca-certificates/*/*.crt >"$work/ca-certificates.crt"
[ "$(grep -c BEGIN "$work/ca-certificates.crt")" -ge 50 ] || fail 'there are too few certificates'
(
    cd "$system"
    # No program needs documents, translations, scripts, and conversions between character sets.
    rm -rf var usr/{bin,sbin,games,src,include} usr/lib/{mime,sysctl.d,tmpfiles.d} usr/lib/*/{audit,gconv}
    find usr/share -type f ! -path 'usr/share/common-licenses/*' ! -path 'usr/share/doc/*/copyright' -delete
    find usr/share -xtype l -delete
    find etc -type f ! -path 'etc/ld.so*' ! -path 'etc/gss*' ! -path 'etc/krb5*' -delete
    find . -type d -empty -delete
    mkdir -p dev proc run sys tmp usr/bin usr/sbin var/tmp var/lib/dpkg/status.d etc/ssl/certs
    cp "$work/ca-certificates.crt" etc/ssl/certs
    printf 'passwd: files\ngroup: files\nhosts: files dns\n' >etc/nsswitch.conf
    printf 'root:x:0:0:root:/root:%s\ncalearning:x:%s:calearning:%s\n' /usr/sbin/nologin "$user:$user" "/$state:/usr/sbin/nologin" >etc/passwd
    printf 'root:x:0:\ncalearning:x:%s:\n' $user >etc/group
    # Scanners read the packages of an image without a package manager from here.
    for package in "$parts"/packages/*.deb; do
        dpkg-deb --field "$package" | sed '1a Status: install ok installed' >"var/lib/dpkg/status.d/$(basename "$package" .deb)"
    done
)
archive "$system" tmp 0 1777

program=$work/program documents=$work/program/usr/share/doc/calearning
install -D -m 755 --target-directory="$program/usr/bin" "$parts/calearning"
install -D -m 644 --target-directory="$documents" LICENSE
install -D -m 644 --target-directory="$documents/licences" "$parts"/licences/*.txt
mkdir -p "$program/$state"
archive "$program" "$state" $user 700

# A tag has no plus sign.
tag=${version/+/-}
image=(--image "$work/layout:$tag")
umoci init --layout "$work/layout"
umoci new "${image[@]}"
umoci raw add-layer "${image[@]}" --history.created "$created" --history.created_by 'Debian packages' "$system.tar"
umoci raw add-layer "${image[@]}" --history.created "$created" --history.created_by calearning "$program.tar"
options=(--no-history --created "$created" --os linux --architecture "$(dpkg --print-architecture)" --config.user "$user:$user"
    --config.workingdir / --config.stopsignal SIGTERM --config.entrypoint /usr/bin/calearning --config.cmd serve
    --config.exposedports 8000/tcp --config.volume "/$state")
for variable in CALEARNING_DRAIN_DELAY=5 CALEARNING_HOST=0.0.0.0 "CALEARNING_STATE_DIR=/$state" PATH=/usr/bin; do
    options+=(--config.env "$variable")
done
for label in title=calearning 'description=The service that issues UDIDs, and the command line program' "version=$version" \
    "revision=$(git rev-parse HEAD)" "created=$created" licenses=MIT; do
    options+=(--config.label "org.opencontainers.image.$label" --manifest.annotation "org.opencontainers.image.$label")
done
umoci config "${image[@]}" "${options[@]}"
umoci gc --layout "$work/layout"

# podman and containerd read the name of the image from an annotation, and `docker load` from manifest.json.
cd "$work/layout"
export name=localhost/calearning:$tag
jq --compact-output '.manifests[0].annotations["io.containerd.image.name"] = env.name' index.json >"$work/index.json"
mv "$work/index.json" .
manifest=$(jq --raw-output '.manifests[0].digest' index.json)
jq --compact-output 'def blob: "blobs/" + sub(":"; "/"); [{
    Config: .config.digest | blob, Layers: [.layers[].digest | blob], RepoTags: [env.name]
}]' "blobs/${manifest/://}" >manifest.json
sorted_tar . blobs index.json manifest.json oci-layout >"$file"
