# Makes the owners' databases and roles when the volume is new. The Postgres image runs it.
set -eu
for owner in auth catalogue generations; do
  name=$(echo "$owner" | tr '[:lower:]' '[:upper:]')
  setting() { eval "echo \"\$${name}_$1_PASSWORD\""; }
  PGOPTIONS="-c setup.name=$owner -c setup.owner_password=$(setting OWNER)"
  PGOPTIONS="$PGOPTIONS -c setup.app_password=$(setting APP) -c setup.system_password=$(setting SYSTEM)"
  export PGOPTIONS
  run() { psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username postgres --dbname "$@"; }
  run postgres --file /files/roles.sql
  run postgres --command "CREATE DATABASE $owner"
  run "$owner" --file /files/database.sql
done
unset PGOPTIONS
