#!/usr/bin/env bash
# Puts the files of an installation into their places below a prefix:
#   Scripts/release/stage.sh PARTS ROOT PREFIX
# PARTS is a folder with the programs, man/, completions/, licences/, and material/. PREFIX is where ROOT/PREFIX will be:
# /usr or /usr/local.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=common.sh
source Scripts/release/common.sh

parts=$(realpath "$1") root=$2 prefix=$3
case $prefix in
    # The folders that distributions use for files of their packages.
    /usr) zsh=share/zsh/vendor-completions ;;
    /usr/local) zsh=share/zsh/site-functions ;;
    *) fail "the prefix is /usr or /usr/local, and not $prefix" ;;
esac
# put SOURCE TARGET [MODE]
put() { install -D -m "${3:-644}" "$1" "$root$prefix/$2"; }

for program in "${programs[@]}"; do
    put "$parts/$program" "bin/$program" 755
    put "$parts/completions/$program.bash" "share/bash-completion/completions/$program"
    put "$parts/completions/$program.zsh" "$zsh/_$program"
    put "$parts/completions/$program.fish" "share/fish/vendor_completions.d/$program.fish"
done
for page in man1 ja/man1; do
    install -D -m 644 --target-directory="$root$prefix/share/man/$page" "$parts/man/$page"/*.1
done
put deploy/calearning.sysusers lib/sysusers.d/calearning.conf

# The pages for operators and the examples that they use. Links to files that are not installed become plain text. The
# pages are not compressed, because they link to each other.
pages=(docs/operate/*.md docs/explanation/security.md docs/reference/{command-line,files,limits}.md CHANGELOG.md)
examples=(deploy/grafana.json deploy/nginx.conf deploy/prometheus-rules.yml deploy/prometheus-rules.test.yml deploy/cluster/*)
links='s|](\.\./\.\./|](/|g; s|](\.\./|](/docs/|g; s|](docs/|](/docs/|g'
for file in "${pages[@]}"; do links+="; s|](/$file|](${file##*/}|g"; done
for file in "${examples[@]}"; do links+="; s|](/$file|](examples/${file#deploy/}|g"; done
links+='; s|](/deploy/calearning.service|](../../../lib/systemd/system/calearning.service|g'
links+="; s|](/Sources/|](../../calearning/source/Sources/|g; s|\[\([^]]*\)\](/[^)]*)|\1|g"
for file in "${pages[@]}"; do
    sed --null-data "$links" "$file" | put /dev/stdin "share/doc/calearning/${file##*/}"
done
for file in "${examples[@]}"; do
    sed "s|docs/operate/|$prefix/share/doc/calearning/|g" "$file" | put /dev/stdin "share/doc/calearning/examples/${file#deploy/}"
done
install -D -m 644 --target-directory="$root$prefix/share/doc/calearning/licences" "$parts"/licences/*.txt

# The source that `usecase` makes applications and the course from. The image omits it, because a service has no course.
install -d "$root$prefix/share/calearning"
cp -r "$parts/material/." "$root$prefix/share/calearning"

# A move of the program must include the unit.
grep -q '^ExecStart=/usr/bin/calearning serve' deploy/calearning.service || fail 'deploy/calearning.service does not start /usr/bin/calearning'
sed "s|/usr/bin/calearning|$prefix/bin/calearning|" deploy/calearning.service | put /dev/stdin lib/systemd/system/calearning.service
# The manual and all other files must not depend on the umask of the build.
find "$root$prefix" -type d -exec chmod 755 {} +
