#!/usr/bin/env bash
# Builds the OCI image, as an archive that podman, docker and skopeo load:
#   Scripts/release/image.sh PARTS VERSION DIRECTORY
# SOURCE_DATE_EPOCH is the time of its files.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=common.sh
source Scripts/release/common.sh

parts=$(realpath "$1") version=$2 directory=$(realpath "$3")
packages=$(mktemp -d)
trap 'rm -rf "$packages"' EXIT
Scripts/release/image-packages.sh "$packages"
python3 Scripts/release/image.py --packages "$packages" --program "$parts/calearning" --licences "$parts/licences" \
    --licence LICENSE --architecture "$(debian_architecture)" --version "$version" --revision "$(git rev-parse HEAD)" \
    --output "$directory/calearning-$version-linux-$(machine).oci.tar"
