#!/usr/bin/env bash
# The package for Debian and its relatives on x86-64: the static program, which depends on nothing, manual pages and
# completions. It is made by dpkg-deb, and tested in a root folder of its own. `linux-static.sh` must have run.
source "$(dirname "$0")/common.sh"
needs dpkg-deb dpkg
share=$tools/share
program=$out/lurd-$version-x86_64-unknown-linux-musl
[[ -x $program && -d $share ]] || { echo "there is no static program: the .deb is not made" >&2; exit 1; }
root=$tools/deb
rm -rf "$root"
mkdir -p "$root"/{DEBIAN,usr/bin,usr/share/{man/man1,doc/lurd,bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}}
install -m 755 "$program" "$root/usr/bin/lurd"
for page in "$share"/man/*.1; do gzip -9n <"$page" >"$root/usr/share/man/man1/${page##*/}.gz"; done
cp "$share/completions/lurd.bash" "$root/usr/share/bash-completion/completions/lurd"
cp "$share/completions/lurd.zsh" "$root/usr/share/zsh/vendor-completions/_lurd"
cp "$share/completions/lurd.fish" "$root/usr/share/fish/vendor_completions.d/lurd.fish"
cp "$share/LICENCES.txt" "$root/usr/share/doc/lurd/copyright"
gzip -9n <CHANGELOG.md >"$root/usr/share/doc/lurd/changelog.gz"
maintainer=${LURD_MAINTAINER:-The lurd developers <lurd@localhost.invalid>}
cat >"$root/DEBIAN/control" <<END
Package: lurd
Version: $version-1
Architecture: amd64
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f 1)
Section: games
Priority: optional
Description: puzzle-solving toolkit for Sokoban levels and shifters
 lurd solves Sokoban levels and puzzles in which the rows and columns of a
 board are shifted. It replays every solution by the rules before it shows
 it. It is also a player, a level editor, a generator, and a search library
 with many strategies.
END
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
deb=$out/lurd_$version-1_amd64.deb
dpkg-deb --root-owner-group -Zxz -z9 --build "$root" "$deb" >&2
at_most "$deb" 5

# Installed in a root of its own, so that this machine stays as it is.
test=$tools/deb-root
rm -rf "$test"
mkdir -p "$test/var/lib/dpkg/updates" "$test/var/lib/dpkg/info"
touch "$test/var/lib/dpkg/status"
tests='size'
if (($(id -u) == 0)); then
    dpkg --root="$test" --force-script-chrootless --install "$deb" >&2
    dpkg-query --admindir="$test/var/lib/dpkg" -W -f '${db:Status-Status}\n' lurd | grep -qx installed
    env -i PATH=/usr/bin "$(command -v chroot)" "$test" /usr/bin/lurd solve missile/4 pusher/1 >"$tools/deb.txt"
    tests+=', installed in an empty root, README there'
else
    dpkg-deb -x "$deb" "$test"
    "$test/usr/bin/lurd" solve missile/4 pusher/1 >"$tools/deb.txt"
    tests+=', unpacked (not installed: not root), README'
fi
is_readme_answer "$tools/deb.txt"
zcat "$test/usr/share/man/man1/lurd-solve.1.gz" | grep -q '^\.TH'
bash -n "$test/usr/share/bash-completion/completions/lurd"
if (($(id -u) == 0)); then
    dpkg --root="$test" --force-script-chrootless --purge lurd >&2
    [[ ! -e $test/usr/bin/lurd ]]
    tests+=', removed'
fi
note "$deb" "$tests"
