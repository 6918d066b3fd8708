// A database from the version before payouts had their own rows: waiting, processing, paid and given-up withdrawals
// keep their state, and every stored message is kept.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

const PROJECT = '00000000-0000-7000-8000-000000000001';
const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const DUE = new Date('2026-01-02T03:04:05.006Z');
const COMMITTED = new Date('2026-01-01T00:00:00.000Z');

interface Before {
  readonly what: string;
  readonly status: string;
  readonly wait?: readonly [reason: string, said: string | null];
  readonly failure?: string;
  readonly isDue?: boolean;
  /** Status of the transfer recorded in its row. */
  readonly transfer?: string;
  /** Another transfer of that family. */
  readonly sibling?: string;
  /** The recorded transfer pays nobody, and replaced one that did. */
  readonly isVoid?: boolean;
  /** An abandoned transfer of the withdrawal. */
  readonly hasDead?: boolean;
}

interface After {
  /** Null when it has none. */
  readonly payout: string | null;
  readonly wait?: readonly [reason: string, said: string | null];
  readonly isWithTransfer?: boolean;
  readonly cancelledFor?: string;
}

const CASES: readonly (readonly [Before, After])[] = [
  [{ what: 'is in its 30 seconds', status: 'new', isDue: true }, { payout: null }],
  [{ what: 'waits for a person', status: 'on_hold' }, { payout: null }],
  [{ what: 'is due', status: 'pending', isDue: true }, { payout: 'waiting' }],
  [
    { what: 'waits for coins', status: 'pending', isDue: true, wait: ['hot_wallet_short', null] },
    { payout: 'waiting', wait: ['hot_wallet_low_balance', null] },
  ],
  [
    {
      what: 'waits after a lost transfer',
      status: 'pending',
      isDue: true,
      wait: ['not_payable', 'dust'],
      hasDead: true,
    },
    { payout: 'waiting', wait: ['not_payable', 'below_dust'] },
  ],
  [
    { what: 'is planned', status: 'processing', transfer: 'reserved', hasDead: true },
    { payout: 'planned', isWithTransfer: true },
  ],
  [
    { what: 'is sent', status: 'sent', transfer: 'broadcast' },
    { payout: 'sent', isWithTransfer: true },
  ],
  [
    {
      what: 'is refused',
      status: 'failed',
      transfer: 'signed',
      wait: ['network_refuses', 'min relay fee not met'],
    },
    {
      payout: 'failed',
      isWithTransfer: true,
      wait: ['rejected_by_network', 'min relay fee not met'],
    },
  ],
  [
    {
      what: 'is refused for good',
      status: 'failed',
      hasDead: true,
      wait: ['refused_for_good', 'temREDUNDANT'],
    },
    { payout: 'failed', wait: ['rejected_permanently', 'temREDUNDANT'] },
  ],
  [
    {
      what: 'is being voided',
      status: 'failed',
      transfer: 'confirmed',
      isVoid: true,
      wait: ['being_voided', 'old'],
    },
    { payout: 'failed', wait: ['cancelling', 'old'] },
  ],
  [
    { what: 'is paid', status: 'completed', transfer: 'confirmed' },
    { payout: 'confirmed', isWithTransfer: true },
  ],
  [{ what: 'is paid within the books', status: 'completed' }, { payout: 'confirmed' }],
  [
    { what: 'is paid by one found on the chain', status: 'completed', hasDead: true },
    { payout: 'confirmed' },
  ],
  [
    {
      what: 'is paid by a replacement',
      status: 'completed',
      transfer: 'replaced',
      sibling: 'confirmed',
    },
    { payout: 'confirmed', isWithTransfer: true },
  ],
  [
    { what: 'left the chain', status: 'completed', transfer: 'broadcast' },
    { payout: 'sent', isWithTransfer: true },
  ],
  [
    {
      what: 'left the chain and is due',
      status: 'completed',
      isDue: true,
      hasDead: true,
      wait: ['no_signer', null],
    },
    { payout: 'waiting', wait: ['signer_unavailable', null] },
  ],
  [
    {
      what: 'left the chain and is planned again',
      status: 'completed',
      transfer: 'reserved',
      hasDead: true,
    },
    { payout: 'planned', isWithTransfer: true },
  ],
  [
    { what: 'is given up before it was planned', status: 'cancelled', failure: 'not wanted' },
    { payout: null, cancelledFor: 'not wanted' },
  ],
  [
    {
      what: 'is given up after its transfer died',
      status: 'cancelled',
      transfer: 'dead',
      failure: 'too slow',
    },
    { payout: 'cancelled', isWithTransfer: true, cancelledFor: 'too slow' },
  ],
];

async function insertWithdrawal(n: number, before: Before): Promise<void> {
  const { owner } = database;
  const [reason, said] = before.wait ?? [null, null];
  const transferId = before.transfer === undefined ? null : idOf(100 + n);
  await owner.query(
    `insert into coin_withdrawals (project_id, id, status, failure, wait_reason, due_at, transfer_id, address, network,
       charged_amount, charged_currency, received_amount, received_currency, network_fee, network_fee_level, fee,
       created_at, committed_at, seal)
     values ($1, $2, $3, $4, $5, $6, $7, 'a', 'bitcoin', 1, 'EUR', 1, 'BTC', 0, 'average', 0, $8, $9, 's')`,
    [
      PROJECT,
      idOf(n),
      before.status,
      said ?? before.failure ?? null,
      reason,
      before.isDue ? DUE : null,
      transferId,
      COMMITTED,
      before.status === 'new' ? null : COMMITTED,
    ],
  );
  if (before.transfer !== undefined)
    await insertTransfer({ n, id: 100 + n, status: before.transfer, pays: before.isVoid !== true });
  if (before.isVoid) await insertTransfer({ n, id: 300 + n, status: 'replaced', pays: true });
  if (before.sibling !== undefined)
    await insertTransfer({ n, id: 200 + n, status: before.sibling, pays: true, family: 100 + n });
  if (before.hasDead) await insertTransfer({ n, id: 50 + n, status: 'dead', pays: true });
}

async function insertTransfer(one: {
  n: number;
  id: number;
  status: string;
  pays: boolean;
  family?: number;
}): Promise<void> {
  const { n, id, status, pays, family = id } = one;
  const isSigned = status !== 'reserved' && status !== 'dead';
  const isMined = status === 'confirmed';
  await database.owner.query(
    `insert into transfers (coin, id, purpose, status, family, plan, amount, raw, txid, network_fee, fee_coin, fee_cap,
       planned_height, made_height, block_height, block_hash, created_at)
     values ('BTC', $1, 'withdrawal', $2, $3, '{}', 1, $4, $4, 0, 'BTC', 0, 1, 1, $5, $6, $7)`,
    [
      idOf(id),
      status,
      idOf(family),
      isSigned ? `tx-${id}` : null,
      isMined ? 5 : null,
      isMined ? 'h' : null,
      COMMITTED,
    ],
  );
  if (!pays) return;
  await database.owner.query(
    `insert into transfer_payments (coin, transfer_id, output_index, project_id, withdrawal_id)
     values ('BTC', $1, 0, $2, $3)`,
    [idOf(id), PROJECT, idOf(n)],
  );
}

test('every withdrawal of the previous version has its payout', async () => {
  const { owner } = database;
  const migrations = readMigrations();
  await migrate(
    owner,
    migrations.filter(({ version }) => version < 65),
  );
  await owner.query(`insert into projects (id, name, created_at) values ($1, 'shop', now())`, [
    PROJECT,
  ]);
  for (const [n, [before]] of CASES.entries()) await insertWithdrawal(n + 2, before);
  await migrate(owner, migrations);
  const rows = await owner.query<Record<string, unknown>>(
    `select w.status, w.expires_at, w.cancelled_for, p.status as payout, p.wait_reason, coalesce(p.wait_detail ->> 'code', p.wait_detail ->> 'message') as said,
       p.due_at, p.transfer_id
     from coin_withdrawals w left join payouts p on p.project_id = w.project_id and p.withdrawal_id = w.id
     order by w.id`,
  );
  expect(rows.map((row, n) => ({ what: CASES[n]?.[0].what, ...row }))).toEqual(
    CASES.map(([{ what, status }, after], n) => ({
      what,
      status,
      expires_at: status === 'new' ? DUE : null,
      cancelled_for: after.cancelledFor ?? null,
      payout: after.payout,
      wait_reason: after.wait?.[0] ?? null,
      said: after.wait?.[1] ?? null,
      due_at: after.payout === 'waiting' ? DUE : null,
      transfer_id: after.isWithTransfer === true ? idOf(102 + n) : null,
    })),
  );
});
