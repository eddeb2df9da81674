#!/bin/sh
# Applies a rendered release in order: sh k8s/release.sh release.yaml. A roll back is the release of an older version, in the other
# order: sh k8s/release.sh release.yaml back.
set -eu
release=$1
owners='auth catalogue generations notifications'
workers='import-worker generation-worker webhook-worker'
# Workers and the gateway may ask what only owners of their version answer.
case ${2:-} in
  '') set -- "$owners" "$workers" gateway ;;
  back) set -- gateway "$workers" "$owners" ;;
  *) echo "The second argument is 'back' or nothing, not '$2'." >&2 && exit 2 ;;
esac
namespace=$(sed -n 's/^  namespace: //p' "$release" | sort -u)
case $namespace in
  *[!a-z0-9-]* | '') echo "$release must have objects of one namespace; it has: $namespace" >&2 && exit 2 ;;
esac

apply() { kubectl apply --filename "$release" --selector "$1"; }
of() { kubectl --namespace "$namespace" "$@"; }

# Settings, secrets, networks: all that has no name of a process. Autoscalers come last, because KEDA refuses one whose Deployment
# is not there yet.
apply '!app.kubernetes.io/name,app.kubernetes.io/component!=autoscaler'

# A Job cannot be changed, so the one of another release is deleted. A migration that fails ends this script at once.
of delete job migrate --ignore-not-found
apply app.kubernetes.io/name=migrate
waited=0
until of get job migrate --output jsonpath='{.status.conditions[*].type}' | grep -qwE 'Complete|Failed'; do
  sleep 2
  waited=$((waited + 2))
  # A pod that cannot start, for its image or a quota, is no failure yet: each minute, what the cluster says of it.
  [ $((waited % 60)) -ne 0 ] || of describe job,pod --selector app.kubernetes.io/name=migrate | sed -n '/^Events:/,/^$/p'
done
of wait --for=condition=complete job/migrate --timeout=1s

for processes; do
  for process in $processes; do apply "app.kubernetes.io/name=$process"; done
  for process in $processes; do of rollout status "deployment/$process" --timeout=1200s; done
done
apply app.kubernetes.io/component=autoscaler
