// Every table is written in one folder of server/src; others call that folder's functions. Read from the SQL in the
// text of all files: insert, update, delete and merge, also as parts of one statement. Views and reads are free.
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { grants } from '../../src/db/grants.ts';
import { codeOf, sources } from './files.ts';
import { placeOf } from './imports.ts';

/** What still writes the table of another folder. A line goes when it is mended; a new one is a decision. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  addresses: ['invoices/store-new.ts', 'treasury/own-address.ts'],
  coin_withdrawals: [
    'treasury/accept-payment.ts',
    'treasury/ask-signer.ts',
    'treasury/await-final.ts',
    'treasury/await-transfer.ts',
    'treasury/confirm.ts',
    'treasury/end-quarantine.ts',
    'treasury/heed-stops.ts',
    'treasury/may-send.ts',
    'treasury/move-withdrawal.ts',
    'treasury/replace-stuck.ts',
    'treasury/store-reserved.ts',
    'treasury/void.ts',
    'treasury/waiting.ts',
  ],
  deposits: [
    'inbox/attach.ts',
    'inbox/unmatched.ts',
    'inbox/watch-inbox.ts',
    'inbox/withdrawal-moved.ts',
    'treasury/take-in.ts',
  ],
  channel_payments: ['workers/apart.ts'],
  idempotency_keys: ['workers/upkeep.ts'],
  instance_settings: [
    'claim-mode.ts',
    'rates/refresh.ts',
    'sandbox/clock.ts',
    'sandbox/demo-project.ts',
    'sandbox/faults.ts',
    'sandbox/fund-wallets.ts',
    'sandbox/rates-down.ts',
    'treasury/watch-solvency.ts',
    'withdrawals/refresh-fees.ts',
  ],
  invoices: ['workers/apart.ts'],
  ledger_alarms: ['deposits/reverse.ts', 'workers/audit-books.ts', 'workers/audit-everything.ts'],
  ledgers: ['transactions/record.ts'],
  object_counts: ['invoices/store-new.ts'],
  process_marks: ['workers/upkeep.ts'],
  transaction_spends: ['workers/upkeep.ts'],
  used_signatures: ['workers/upkeep.ts'],
};

/** Tables that a statement names by a variable, by file. */
const NAMED_BY_VARIABLE: Readonly<Record<string, readonly string[]>> = {
  'workers/apart.ts': ['invoices', 'channel_payments'],
  'workers/upkeep.ts': ['idempotency_keys', 'used_signatures', 'process_marks'],
};

interface Write {
  readonly table: string;
  /** Below server/src. */
  readonly file: string;
}

const WRITES = new RegExp(
  [
    '(?:\\b(?:insert into|delete from|merge into|truncate)',
    '(?<!\\b(?:do|for|for no key) )\\bupdate)',
  ].join('|') + '\\s+(?:only )?(\\$\\{|[a-z_.]+)',
  'g',
);

function writesOf(file: string, text: string): Write[] {
  const tables = [...codeOf(text).matchAll(WRITES)].map(([, table = '']) => table);
  const named = tables.includes('${') ? (NAMED_BY_VARIABLE[file] ?? ['${']) : [];
  return [...new Set([...tables, ...named])]
    .filter((table) => table in grants || (table === '${' && named.includes(table)))
    .map((table) => ({ table, file }));
}

const writes = sources('server/src').flatMap(({ path, text }) =>
  writesOf(relative('server/src', path), text),
);
const isExcepted = ({ table, file }: Write) => EXCEPTIONS[table]?.includes(file) === true;

test('every table is written in one folder', () => {
  const places = new Map<string, Set<string>>();
  for (const { table, file } of writes.filter((write) => !isExcepted(write)))
    places.set(table, (places.get(table) ?? new Set()).add(placeOf(file)));
  const shared = [...places].filter(([, folders]) => folders.size > 1);
  expect(
    shared.map(([table, folders]) => `${table}: ${[...folders].join(', ')}`),
    'call a function of the folder that owns the table',
  ).toEqual([]);
});

test('a statement that names its table by a variable says here which tables it means', () => {
  expect(writes.filter(({ table }) => table === '${').map(({ file }) => file)).toEqual([]);
});

test('every exception is still needed', () => {
  const excepted = Object.entries(EXCEPTIONS).flatMap(([table, files]) =>
    files.map((file) => ({ table, file })),
  );
  const owners = new Map(
    writes.filter((write) => !isExcepted(write)).map(({ table, file }) => [table, placeOf(file)]),
  );
  const needless = excepted.filter(
    ({ table, file }) =>
      owners.get(table) === placeOf(file) ||
      !writes.some((write) => write.table === table && write.file === file),
  );
  expect(needless).toEqual([]);
});
