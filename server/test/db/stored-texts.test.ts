// Sentences that earlier versions stored become codes with their facts, with the same meaning. A person's words stay as
// they are.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { type QuarantineCause, quarantineText } from '../../src/payouts/quarantine.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrate(
    database.owner,
    readMigrations().filter(({ version }) => version < 219),
  );
  await storeTexts();
  await migrate(database.owner);
});
afterAll(() => database.drop());

const TXID = '5c1f0a9b';
/** The stored text, the cause, and the text that people read now. */
const CAUSES: readonly (readonly [string, object | null, string])[] = [
  [
    `${TXID} spends ab:1 and is none of our transfers`,
    { code: 'unrecognized_spend', txid: TXID, subject: 'ab:1' },
    `${TXID} spends ab:1 and is not one of our transactions`,
  ],
  [
    `${TXID} pays tltc1q, which this database gave to nobody: it may be an older copy`,
    { code: 'unknown_address', txid: TXID, address: 'tltc1q' },
    `${TXID} pays tltc1q, an address that is not assigned in this database: the database may be an older copy`,
  ],
  ['the seed was restored', { code: 'seed_restored' }, 'the seed was restored'],
  [
    'the database went back in time: what this process wrote last is not in the database any more',
    { code: 'writes_missing' },
    'the database was rolled back: the last writes of a process are missing',
  ],
  [
    'the database went back in time: the log of the database is shorter than it was',
    { code: 'log_shorter' },
    'the database was rolled back: its log is shorter than before',
  ],
  [
    'the database went back in time: restored, to 2026-11-24T14:05:00.000Z',
    { code: 'restored', until: '2026-11-24T14:05:00.000Z' },
    'a backup was restored, up to 2026-11-24T14:05:00.000Z',
  ],
  ['went back to before an upgrade', { code: 'upgrade_undone' }, 'an upgrade was undone'],
  ...['restored the backup of Monday', 'it spends too much and is none of our transfers'].map(
    (words) => [words, null, words] as const,
  ),
];

/** The facts of an abandoned transfer, before and after. */
const STOPPED: readonly (readonly [object, object])[] = [
  [{ reason: 'payouts stopped' }, { code: 'payouts_paused' }],
  [{ reason: 'cancelled before it was signed' }, { code: 'cancelled' }],
  [{ reason: 'paid by a transaction found on the chain' }, { code: 'found_on_chain' }],
  [{ reason: 'the number before it is given up' }, { code: 'number_freed' }],
  [
    { reason: 'the signer refuses: a fee of 9 is above 8' },
    {
      code: 'rejected_by_signer',
      refusal: { code: 'fee_above_limit', fee: '0.00000009 BTC', limit: '0.00000008 BTC' },
    },
  ],
  [{ voided_by: TXID }, { voided_by: TXID }],
];

const PROJECT = '00000000-0000-7000-8000-000000000001';
const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

async function storeTexts(): Promise<void> {
  await database.owner.transaction(async ({ query }) => {
    // References and append-only rows were checked when they were written.
    await query('set local session_replication_role = replica');
    for (const [n, [reason]] of CAUSES.entries()) {
      const coin = `C${n}`;
      await query('insert into quarantines (coin, reason, began_at) values ($1, $2, now())', [
        coin,
        reason,
      ]);
      await query(
        `insert into ledger_alarms (id, kind, facts, created_at) values ($1, 'quarantine', $2, now())`,
        [idOf(n), { subject: coin, reason }],
      );
    }
    await query(`insert into steps_back (reason, noticed_at) values
      ('the log of the database is shorter than it was', now()), ('restored: by hand', now())`);
    for (const [n, [facts]] of STOPPED.entries())
      await query(
        `insert into transfer_log (coin, transfer_id, step, facts, created_at)
         values ('BTC', $1, 'dead', $2, now())`,
        [idOf(n), facts],
      );
    await storeRows(query);
  });
}

async function storeRows(query: TestDatabase['owner']['query']): Promise<void> {
  await query(
    `insert into coin_withdrawals (project_id, id, status, address, network, charged_amount, charged_currency,
       received_amount, received_currency, network_fee, network_fee_level, fee, created_at, seal, repriced)
     values ($1, $2, 'completed', 'a', 'bitcoin', 1, 'EUR', 1, 'BTC', 0, 'average', 0, now(), 's', '{}')`,
    [PROJECT, idOf(1)],
  );
  for (const [n, description] of [
    'as agreed',
    'priced again, as its first price was over',
  ].entries())
    await query(
      `insert into account_transactions (project_id, id, seq, account_id, currency, reference_type, reference_id,
         amount, description, created_at)
       values ($1, $2, $3, $1, 'EUR', 'CoinWithdrawal', $4, -1, $5, now())`,
      [PROJECT, idOf(n), n + 1, idOf(1), description],
    );
  await query(
    `insert into deposit_decisions (deposit_id, project_id, decision, facts, created_at)
     values ($1, $2, 'sent_back', '{"reason": "high risk: returned to the address of the customer"}', now())`,
    [idOf(1), PROJECT],
  );
}

test('the cause of a quarantine, and of its alert, is a code with its facts', async () => {
  const rows = await database.owner.query<{ reason: string | null; cause: QuarantineCause | null }>(
    `select reason, cause from quarantines order by coin`,
  );
  expect(rows.map(({ cause }) => cause)).toEqual(CAUSES.map(([, cause]) => cause));
  const texts = rows.map(({ reason, cause }) => {
    const { code = null, ...facts } = cause ?? {};
    return quarantineText({ reason, code, facts });
  });
  expect(texts).toEqual(CAUSES.map(([, , text]) => text));
  const alerts = await database.owner.query<{ facts: object }>(
    `select facts from alerts where kind = 'quarantine' order by id`,
  );
  const facts = CAUSES.map(([reason, cause], n) => {
    if (cause === null) return { subject: `C${n}`, reason };
    const { code, ...others } = cause as { code: string };
    return { subject: `C${n}`, cause: code, ...others };
  });
  expect(alerts.map((alert) => alert.facts)).toEqual(facts);
});

test('a rollback has a cause, or the words of a person', async () => {
  const rows = await database.owner.query('select reason, cause from steps_back order by id');
  expect(rows).toEqual([
    { reason: null, cause: { code: 'log_shorter' } },
    { reason: 'restored: by hand', cause: null },
  ]);
});

test('an abandoned transfer has a code', async () => {
  const rows = await database.owner.query<{ facts: object }>(
    'select facts from transfer_log order by seq',
  );
  expect(rows.map(({ facts }) => facts)).toEqual(STOPPED.map(([, facts]) => facts));
});

test('a row of the transaction list and a decision have a code, or the words of a person', async () => {
  const rows = await database.owner.query(
    'select description, description_code from account_transactions order by seq',
  );
  expect(rows).toEqual([
    { description: 'as agreed', description_code: null },
    { description: null, description_code: 'repriced' },
  ]);
  expect(await database.owner.query('select facts from deposit_decisions')).toEqual([
    { facts: { decision_code: 'high_risk' } },
  ]);
});
