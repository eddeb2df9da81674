#!/bin/sh
# Makes this process's namespaces a machine of their own, and runs a command on it: sh machine.sh FOLDER COMMAND...
# Needs new namespaces for mounts, network and processes (unshare). All that is made here ends with the last process in them.
set -eu
folder=$1
shift

mount --make-rshared /

# What Kubernetes, containerd and CNI write outside their own folders.
mount -t tmpfs tmpfs /run
for path in /var/log /var/lib/kubelet /var/lib/containerd /var/lib/cni /etc/cni; do
  made=
  [ -d $path ] || { mkdir -p $path && made=$path; }
  mkdir -p "$folder$path"
  mount --bind "$folder$path" $path
  [ -z "$made" ] || echo "$made" >>"$folder/made"
done

# The kubelet sets these for the whole kernel unless they already are so. It shall read that they are.
for setting in vm/overcommit_memory=1 vm/panic_on_oom=0 kernel/panic=10 kernel/panic_on_oops=1 \
  kernel/keys/root_maxkeys=1000000 kernel/keys/root_maxbytes=25000000; do
  file=/run/sysctl/${setting%=*}
  mkdir -p "$(dirname "$file")"
  echo "${setting#*=}" >"$file"
  mount --bind "$file" "/proc/sys/${setting%=*}"
done

# The node has the address 172.30.0.1. Behind its cable is all that is outside the cluster: 203.0.113.10 stands for a host of
# the internet, 169.254.169.254 for the metadata service of a cloud.
ip link set lo up
ip netns add outside
ip link add node0 type veth peer name uplink netns outside
ip address add 172.30.0.1/24 dev node0
ip link set node0 up
ip -n outside link set lo up
ip -n outside address add 172.30.0.2/24 dev uplink
ip -n outside address add 203.0.113.10/32 dev lo
ip -n outside address add 169.254.169.254/32 dev lo
ip -n outside link set uplink up
ip route add default via 172.30.0.2
echo 1 >/proc/sys/net/ipv4/ip_forward

# Not by exec: this shell is the first process, so it is the one that orphans are handed to.
"$@"
