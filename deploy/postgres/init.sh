# Creates the databases and roles of the owners on a new volume, and may be run again for what a new release has changed in them.
# The Postgres image runs this script from /docker-entrypoint-initdb.d. roles.sql and database.sql are in /files, the passwords in
# the environment.
set -eu
export PGPASSWORD="$POSTGRES_PASSWORD"
for owner in auth catalogue generations notifications; do
  name=$(echo "$owner" | tr '[:lower:]' '[:upper:]')
  password() { eval "echo \"\$${name}_$1_PASSWORD\""; }
  PGOPTIONS="-c setup.name=$owner -c setup.owner_password=$(password OWNER)"
  PGOPTIONS="$PGOPTIONS -c setup.app_password=$(password APP) -c setup.system_password=$(password SYSTEM)"
  export PGOPTIONS
  run() { psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username postgres --dbname "$@"; }
  run postgres --file /files/roles.sql
  known=$(run postgres --tuples-only --no-align --command "SELECT 1 FROM pg_database WHERE datname = '$owner'")
  [ -n "$known" ] || run postgres --command "CREATE DATABASE $owner"
  run "$owner" --file /files/database.sql
done
unset PGOPTIONS PGPASSWORD
