// Instance-wide settings as named JSON values. Only one feature uses each name.
import type { Sql } from './database.ts';

export async function readSetting<Value>(sql: Sql, name: string): Promise<Value | undefined> {
  const rows = await sql.query<{ value: Value }>(
    'select value from instance_settings where name = $1',
    [name],
  );
  return rows[0]?.value;
}

export async function storeSetting(sql: Sql, name: string, value: unknown): Promise<void> {
  await sql.query(
    `insert into instance_settings (name, value) values ($1, $2::jsonb)
     on conflict (name) do update set value = excluded.value`,
    [name, JSON.stringify(value)],
  );
}

export async function storeFirstSetting(sql: Sql, name: string, value: unknown): Promise<void> {
  await sql.query(
    `insert into instance_settings (name, value) values ($1, $2::jsonb) on conflict do nothing`,
    [name, JSON.stringify(value)],
  );
}

/** Replaces the value only if it is still `from`. */
export async function replaceSetting(
  sql: Sql,
  name: string,
  { from, to }: { from: unknown; to: unknown },
): Promise<void> {
  await sql.query(
    'update instance_settings set value = $2::jsonb where name = $1 and value = $3::jsonb',
    [name, JSON.stringify(to), JSON.stringify(from)],
  );
}

/** Starts from zero; returns the sum. */
export async function addToSetting(sql: Sql, name: string, added: number): Promise<number> {
  const rows = await sql.query<{ value: number }>(
    `insert into instance_settings as s (name, value) values ($1, to_jsonb($2::bigint))
     on conflict (name) do update set value = to_jsonb((s.value #>> '{}')::bigint + $2::bigint)
     returning value`,
    [name, added],
  );
  return rows[0]?.value ?? added;
}
