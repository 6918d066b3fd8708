#!/bin/sh
# The two roles of docs/operations.md, made by PostgreSQL's image when it makes its cluster.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v service="$SERVICE_PASSWORD" <<'SQL'
create role chaintill_owner login password :'owner';
create role chaintill_service login password :'service';
create database chaintill owner chaintill_owner;
SQL
