#!/usr/bin/env bash
# Puts the files of an installation into their places below a prefix:
#   Scripts/release/stage.sh PARTS ROOT PREFIX
# PARTS is a folder with calearning, usecase, man/, completions/, licences/, and material/. PREFIX is where ROOT/PREFIX will be: /usr or /usr/local.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=common.sh
source Scripts/release/common.sh

parts=$(realpath "$1") root=$2 prefix=$3
case $prefix in
    /usr)
        # The folders that distributions use for files of their packages.
        zsh=share/zsh/vendor-completions
        ;;
    /usr/local) zsh=share/zsh/site-functions ;;
    *) fail "the prefix is /usr or /usr/local, and not $prefix" ;;
esac
# put SOURCE TARGET [MODE]
put() { install -D -m "${3:-644}" "$1" "$root$prefix/$2"; }

for page in "$parts"/man/man1/*.1; do
    put "$page" "share/man/man1/$(basename "$page")"
done
for page in "$parts"/man/ja/man1/*.1; do
    put "$page" "share/man/ja/man1/$(basename "$page")"
done
for name in calearning usecase; do
    put "$parts/$name" "bin/$name" 755
    put "$parts/completions/$name.bash" "share/bash-completion/completions/$name"
    # A completion is sourced, and not run.
    sed -i '1{/^#!/d}' "$root$prefix/share/bash-completion/completions/$name"
    put "$parts/completions/_$name" "$zsh/_$name"
    put "$parts/completions/$name.fish" "share/fish/vendor_completions.d/$name.fish"
done
put deploy/calearning.sysusers lib/sysusers.d/calearning.conf

# The pages for operators and the examples that they use. Links to files that are not installed become plain text. The
# pages are not compressed, because they link to each other.
pages=(docs/operate/*.md docs/explanation/security.md docs/reference/{command-line,files,limits}.md CHANGELOG.md)
examples=(deploy/grafana.json deploy/nginx.conf deploy/prometheus-rules.yml deploy/prometheus-rules.test.yml)
links='s|](\.\./\.\./|](/|g; s|](\.\./|](/docs/|g; s|](docs/|](/docs/|g'
for file in "${pages[@]}"; do links+="; s|](/$file|](${file##*/}|g"; done
for file in "${examples[@]}"; do links+="; s|](/$file|](examples/${file##*/}|g"; done
links+='; s|](/deploy/calearning.service|](../../../lib/systemd/system/calearning.service|g'
links+="; s|](/Sources/|](../../calearning/source/Sources/|g; s|\[\([^]]*\)\](/[^)]*)|\1|g"
for file in "${pages[@]}"; do
    sed --null-data "$links" "$file" | put /dev/stdin "share/doc/calearning/${file##*/}"
done
for file in "${examples[@]}"; do
    sed "s|docs/operate/|$prefix/share/doc/calearning/|g" "$file" | put /dev/stdin "share/doc/calearning/examples/${file##*/}"
done
for text in "$parts"/licences/*.txt; do
    put "$text" "share/doc/calearning/licences/$(basename "$text")"
done

# The source that `usecase` makes applications and the course from. The image omits it, because a service has no course.
install -d "$root$prefix/share/calearning"
cp -r "$parts/material/." "$root$prefix/share/calearning"

install -d "$root$prefix/lib/systemd/system"
sed "s|/usr/bin/calearning|$prefix/bin/calearning|" deploy/calearning.service >"$root$prefix/lib/systemd/system/calearning.service"
# A move of the program must include the unit.
grep -q "^ExecStart=$prefix/bin/calearning serve" "$root$prefix/lib/systemd/system/calearning.service" ||
    fail 'deploy/calearning.service does not start /usr/bin/calearning'
# The manual and all other files must not depend on the umask of the build.
find "$root$prefix" -type d -exec chmod 755 {} +
