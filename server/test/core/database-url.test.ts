// A DATABASE_URL with several hosts is parsed like libpq does.
import { expect, test } from 'vitest';
import { databaseUrlProblem, readDatabaseUrl } from '../../src/core/config/values.ts';

const TWO = 'postgres://u:p%40s@one:5433,[fd00::2]/till?target_session_attrs=read-write';

test('several hosts are parsed in order, and the driver gets a URL with the first of them', () => {
  expect(readDatabaseUrl(TWO)).toEqual({
    url: 'postgres://u:p%40s@one:5433/till?target_session_attrs=read-write',
    hosts: [
      { host: 'one', port: 5433 },
      { host: 'fd00::2', port: 5432 },
    ],
  });
  expect(databaseUrlProblem('DATABASE_URL', TWO)).toBeNull();
});

test('a URL with one host, or with a socket, is unchanged', () => {
  for (const url of ['postgres://u@one/till?a=b,c', 'postgres:///till?host=/run/pg&user=u,v']) {
    expect(readDatabaseUrl(url)).toEqual({ url, hosts: [] });
    expect(databaseUrlProblem('DATABASE_URL', url)).toBeNull();
  }
});

test('errors are reported without the password', () => {
  const wrong = [
    'postgres://u:hidden@one:5432,two:many/till',
    'postgres://u:hidden@one:5432,/till',
    'postgres://u:hidden@one:99999,two/till',
    'mysql://u:hidden@one,two/till',
  ];
  for (const url of wrong) {
    const problem = databaseUrlProblem('DATABASE_URL', url);
    expect(problem).toContain('DATABASE_URL must be a URL beginning with postgres:');
    expect(problem).not.toContain('hidden');
  }
  const standby = databaseUrlProblem('DATABASE_URL', TWO.replace('read-write', 'standby'));
  expect(standby).toContain('target_session_attrs must be read-write or primary');
});
