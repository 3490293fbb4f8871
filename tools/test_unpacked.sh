#!/bin/sh
# `make test-unpacked`: builds the image on a base of Debian's packages and tests it unpacked, by chroot, on
# a machine that reaches no registry of images and may run no containers. It needs root and Debian, and
# leaves nothing behind but the packages podman and debootstrap. Where it can have none, it says so.
set -eu

leave_out() {
    echo "left out: the image, which needs $1"
    exit 0
}
# Shows what a command has said only if it fails.
quietly() {
    "$@" > "$folder/log" 2>&1 || { cat "$folder/log"; return 1; }
}
[ "$(id -u)" = 0 ] || leave_out "root"
command -v apt-get > /dev/null || leave_out "packages of Debian, and there is no apt-get"
unshare --mount mount -t tmpfs tmpfs /tmp || leave_out "mounts of its own"

folder=$(mktemp -d)
# What may still be mounted there belongs to the machine.
trap 'rm -rf --one-file-system "$folder"' EXIT
trap 'exit 1' HUP INT TERM
export DEBIAN_FRONTEND=noninteractive
# Where Debian has the programs of root, which not every path names.
export PATH="$PATH:/usr/sbin:/sbin"
# What is there already is fetched as well, to know whether packages can be had.
quietly apt-get -qq update || true
quietly apt-get -qq -o DPkg::Lock::Timeout=60 install --yes --no-install-recommends --reinstall \
    podman debootstrap || leave_out "podman and debootstrap from Debian"

# All that podman keeps, in plain folders, and no process in a container of its own.
export CONTAINERS_STORAGE_CONF="$folder/storage.conf" BUILDAH_ISOLATION=chroot TMPDIR="$folder/tmp"
mkdir "$TMPDIR"
printf '[storage]\ndriver = "vfs"\ngraphroot = "%s"\nrunroot = "%s"\n' \
    "$folder/storage" "$folder/run" > "$CONTAINERS_STORAGE_CONF"
export ENGINE=podman IMAGE=localhost/k-in-a-row
quietly deploy/debian-base.sh localhost/python

# The build trusts whom this machine trusts: a proxy may have an authority of its own.
flags="--network=host --layers=false"
trusted=${PIP_CERT:-/etc/ssl/certs/ca-certificates.crt}
[ ! -e "$trusted" ] || flags="$flags --volume=$trusted:/etc/ssl/certs/ca-certificates.crt:ro"
quietly make image BASE=localhost/python BUILD_FLAGS="$flags"

UNPACKED=$(podman image mount "$IMAGE")
export UNPACKED
du -sm "$UNPACKED"
.venv-test/bin/python -m pytest -m image tests/image/test_serving.py
