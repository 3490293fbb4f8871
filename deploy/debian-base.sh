#!/bin/sh
# Makes a base image of Debian's packages alone, for where no image registry can be reached:
#   deploy/debian-base.sh localhost/python && make image ENGINE=podman BASE=localhost/python
# Needs root, debootstrap and podman (or ENGINE=docker).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
debootstrap --variant=minbase --include=ca-certificates,python3,python3-venv bookworm "$folder/root"
rm -rf "$folder"/root/var/cache/apt/* "$folder"/root/var/lib/apt/lists/* \
    "$folder"/root/usr/share/doc/* "$folder"/root/usr/share/man/* "$folder"/root/usr/share/locale/*
tar -C "$folder/root" -c . | "${ENGINE:-podman}" import - "$1"
