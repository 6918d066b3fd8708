// Shared by the tests: a silent log, the contents of the server, and one statement over its own connection.
import pg from 'pg';
import type { Connection } from '../src/embedded-postgres.ts';
import type { Log } from '../src/log.ts';

const nothing = () => undefined;
export const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

export const SERVICE = 'notes_service';
export const CONTENTS = {
  owner: 'notes',
  database: 'notes',
  roles: [SERVICE],
  settings: { work_mem: '5MB' },
};

export async function runSql(
  connection: Connection,
  text: string,
): Promise<Readonly<Record<string, string>>[]> {
  const client = new pg.Client({ ...connection });
  client.on('error', nothing);
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(text)).rows;
  } finally {
    await client.end();
  }
}
