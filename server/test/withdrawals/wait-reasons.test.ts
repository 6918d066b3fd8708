// The reason why a withdrawal waits is a value from a list, in the program and in the database; sentences that older
// versions stored are converted.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SIGNER_REFUSAL_CODES } from '../../src/contract/signer-refusals.ts';
import { CANCEL_CODES, PAYEE_CODES } from '../../src/contract/withdrawal-codes.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { contextOf, WAIT_REASONS, waitText } from '../../src/withdrawals/reasons.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

const PROJECT = '00000000-0000-7000-8000-000000000001';
const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Status and text as stored; the code and the message from migration 64. */
const STORED: readonly (readonly [string, string | null, string | null, string | null])[] = [
  ['pending', null, null, null],
  ['pending', 'hot wallet short', 'hot_wallet_short', null],
  ['pending', 'collecting coins', 'collecting_coins', null],
  ['pending', 'waiting for gas', 'waiting_for_gas', null],
  ['completed', 'short of gas', 'short_of_gas', null],
  ['pending', 'network fee above the budget', 'fee_above_budget', null],
  ['pending', 'cannot be planned', 'cannot_be_planned', null],
  ['pending', 'payouts stopped', 'payouts_stopped', null],
  ['completed', 'waiting for final blocks', 'awaits_final_blocks', null],
  ['pending', 'no signer', 'no_signer', null],
  ['pending', 'quarantine', 'quarantined', null],
  ['pending', 'not payable: dust', 'not_payable', 'dust'],
  ['pending', 'the signer refuses: its row was altered', 'signer_refuses', 'its row was altered'],
  ['pending', 'the network did not carry it out: tecUNFUNDED', 'lacked_funds', 'tecUNFUNDED'],
  ['failed', 'the network did not carry it out: tecDST_TAG', 'not_carried_out', 'tecDST_TAG'],
  ['failed', 'the network did not carry it out', 'not_carried_out', null],
  ['failed', 'refused for good: temREDUNDANT', 'refused_for_good', 'temREDUNDANT'],
  ['failed', 'being voided: no node takes it', 'being_voided', 'no node takes it'],
  ['failed', 'min relay fee not met', 'network_refuses', 'min relay fee not met'],
  ['pending', 'what no version said', 'cannot_be_planned', 'what no version said'],
  ['cancelled', 'asked for by the merchant', null, 'asked for by the merchant'],
  ['sent', null, null, null],
];

test('sentences that older versions stored become values, and no message is lost', async () => {
  const { owner } = database;
  const migrations = readMigrations();
  await migrate(
    owner,
    migrations.filter(({ version }) => version < 63),
  );
  await owner.query(`insert into projects (id, name, created_at) values ($1, 'shop', now())`, [
    PROJECT,
  ]);
  for (const [n, [status, failure]] of STORED.entries())
    await owner.query(
      `insert into coin_withdrawals (project_id, id, status, failure, address, network, charged_amount,
         charged_currency, received_amount, received_currency, network_fee, network_fee_level, fee, created_at, seal)
       values ($1, $2, $3, $4, 'a', 'bitcoin', 1, 'EUR', 1, 'BTC', 0, 'average', 0, now(), 's')`,
      [PROJECT, idOf(n), status, failure],
    );
  await migrate(
    owner,
    migrations.filter(({ version }) => version < 65),
  );
  const rows = await owner.query<{ status: string; wait_reason: string; failure: string }>(
    'select status, wait_reason, failure from coin_withdrawals order by id',
  );
  expect(rows).toEqual(
    STORED.map(([status, , wait_reason, failure]) => ({ status, wait_reason, failure })),
  );
});

test('the lists in the code match those in the database', async () => {
  await migrate(database.owner);
  const listed = async (constraint: string) => {
    const [row] = await database.owner.query<{ list: string }>(
      'select pg_get_constraintdef(oid) as list from pg_constraint where conname = $1',
      [constraint],
    );
    const [, list = ''] = row?.list.split('ARRAY[') ?? [];
    return [...list.matchAll(/'([a-z_]+)'::text/g)].map(([, value]) => value).sort();
  };
  expect(await listed('payouts_wait_reason')).toEqual(Object.keys(WAIT_REASONS).sort());
  expect(await listed('payouts_payee_refusal')).toEqual([...PAYEE_CODES].sort());
  expect(await listed('payouts_signer_refusal')).toEqual([...SIGNER_REFUSAL_CODES].sort());
  expect(await listed('coin_withdrawals_cancel_code')).toEqual([...CANCEL_CODES].sort());
});

test('people see the text, and the merchant’s program gets one of a few contexts', () => {
  const row = {
    wait_reason: 'not_payable',
    wait_detail: { message: 'execution reverted' },
  } as const;
  expect(waitText(row)).toBe('Recipient cannot be paid: execution reverted');
  const coded = { ...row, wait_detail: { code: 'tag_required' } } as const;
  expect(waitText(coded)).toBe('Recipient cannot be paid: the account requires a destination tag');
  expect(waitText({ ...row, wait_detail: null })).toBe('Recipient cannot be paid');
  expect(waitText({ wait_reason: null, wait_detail: null })).toBeNull();
  expect(contextOf({ ...row, status: 'pending' })).toBe('recipient_rejects_payment');
  expect(contextOf({ ...row, status: 'completed' })).toBeNull();
});
