#!/bin/sh
# Creates the two roles of docs/operations.md when the PostgreSQL image creates its cluster.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v service="$SERVICE_PASSWORD" <<'SQL'
create role chaintill_owner login password :'owner';
create role chaintill_service login password :'service';
create database chaintill owner chaintill_owner;
SQL
