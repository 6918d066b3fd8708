// Committed withdrawals for the tests of this folder, in the state in which a commit leaves them, and a listener that
// stores in the database which events the merchant would get.
import type { App } from '../../src/app.ts';
import { defined } from '../../src/core/assert.ts';
import { newId } from '../../src/core/ids.ts';
import { amountOf } from '../../src/core/money.ts';
import type { Sql } from '../../src/db/database.ts';
import type { Tx } from '../../src/db/tx.ts';
import { type Intent, sealIntent } from '../../src/keys/intent.ts';
import { lockLedger, post } from '../../src/ledger/post.ts';
import { openPayouts, type PayoutStatus } from '../../src/payouts/payout.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { recordTransactions } from '../../src/transactions/record.ts';
import type { WaitDetail, WaitReason } from '../../src/withdrawals/reasons.ts';
import type { TestDatabase } from '../support/database.ts';

export interface WithdrawalRequest {
  readonly coin: string;
  readonly amount: string;
  readonly address: string;
  readonly tag?: number;
  readonly networkFee?: string;
  readonly level?: 'slow' | 'average' | 'fast';
}

/** The network fee that the merchant pays in these tests: the cost on a quiet simulated network. */
const NETWORK_FEES: Readonly<Record<string, string>> = {
  BTC: '0.00001411',
  LTC: '0.00000988',
  BCH: '0.00000227',
  ETH: '0.00042',
  XRP: '0.000011',
  USDT: '2.3',
};

/** From now on, status changes of withdrawals are recorded instead of reported. */
export async function rememberReported(app: App, { owner }: TestDatabase): Promise<void> {
  await owner.query(
    'create table told (withdrawal_id uuid, status text, seq bigint generated always as identity)',
  );
  await owner.query('grant all on told to public');
  app.reactions.withdrawalsMoved = (tx, moved) =>
    note(
      tx,
      moved.map(({ id }) => id),
    );
}

/** The status changes of a withdrawal, in order. */
export async function reported(app: App, id: string): Promise<readonly string[]> {
  const rows = await app.db.query<{ status: string }>(
    'select status from told where withdrawal_id = $1 order by seq',
    [id],
  );
  return rows.map((row) => row.status);
}

/** In the transaction of the change, so that a rollback removes the record. */
async function note(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(
    `insert into told (withdrawal_id, status)
     select id, status from coin_withdrawals where id = any($1::uuid[])`,
    [ids],
  );
}

/** Inserts what a commit leaves behind: the row, its payout, its debit and the coins in `withdrawals`. */
export async function insertCommitted(
  app: App,
  projectId: string,
  requested: WithdrawalRequest,
): Promise<string> {
  const coin = defined(app.coins.get(requested.coin), 'a coin');
  const received = amountOf(requested.amount, coin);
  const networkFee = amountOf(requested.networkFee ?? NETWORK_FEES[requested.coin] ?? '0', coin);
  const total = received + networkFee;
  await adjustAccount(app, { projectId, currency: requested.coin, amount: total, reason: 'test' });
  const id = newId(app.clock, app.random);
  const now = new Date(app.clock.now());
  const intent: Intent = {
    projectId,
    id,
    coin: requested.coin,
    address: requested.address,
    tag: requested.tag ?? null,
    amount: received,
    networkFee,
  };
  await app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    await tx.query(
      `insert into coin_withdrawals (project_id, id, status, address, tag, network, charged_amount,
         charged_currency, received_amount, received_currency, network_fee, network_fee_level, fee,
         created_at, committed_at, seal)
       values ($1, $2, 'pending', $3, $4, $5, $6, $7, $8, $7, $9, $10, 0, $11, $11, $12)`,
      [
        projectId,
        id,
        requested.address,
        requested.tag ?? null,
        coin.network,
        total.toString(),
        requested.coin,
        received.toString(),
        networkFee.toString(),
        requested.level ?? 'average',
        now,
        sealIntent(app.intentKey, intent),
      ],
    );
    await openPayouts(tx, [{ project_id: projectId, id, received_currency: requested.coin }]);
    await post(tx, projectId, {
      now,
      postings: [
        {
          referenceType: 'CoinWithdrawal',
          referenceId: id,
          purpose: 'debit',
          from: 'available',
          to: 'withdrawals',
          currency: requested.coin,
          amount: total,
        },
      ],
    });
    await recordTransactions(tx, projectId, {
      now,
      rows: [
        {
          nonce: app.random.bytes(10).toString('hex'),
          currency: requested.coin,
          referenceType: 'CoinWithdrawal',
          referenceId: id,
          amount: -total,
          isCounted: true,
          fee: 0n,
          feeCurrency: null,
          customId: null,
          customerId: null,
          description: null,
          status: null,
          statusContext: null,
          risk: null,
          riskLevel: null,
        },
      ],
    });
  });
  return id;
}

export interface StoredWithdrawal {
  readonly status: string;
  readonly txid: string | null;
  readonly wait_reason: WaitReason | null;
  readonly wait_detail: WaitDetail | null;
  /** The failure reason from the network or a person; for a canceled withdrawal, the reason of the cancellation. */
  readonly said: string | null;
  /** Why the network would not pay the recipient, or the signer refuses. */
  readonly refusal: string | null;
  readonly transfer_id: string | null;
  /** The status of the payout; null while there is none. */
  readonly payout: PayoutStatus | null;
}

/** A withdrawal with the status of its payout. */
export async function storedWithdrawal(sql: Sql, id: string): Promise<StoredWithdrawal> {
  const rows = await sql.query<StoredWithdrawal>(
    `select w.status, w.txid, p.wait_reason, p.wait_detail, coalesce(p.wait_detail ->> 'message', w.cancelled_for) as said,
       p.wait_detail ->> 'code' as refusal, p.transfer_id, p.status as payout
     from coin_withdrawals w left join payouts p on p.project_id = w.project_id and p.withdrawal_id = w.id
     where w.id = $1`,
    [id],
  );
  return defined(rows[0], 'the withdrawal');
}
