// One blockchain transaction of ours. Its row has everything needed to resume after a crash.
import type { PlannedOrigin, TransferPlan, TransferSetting } from '../chains/transfers.ts';
import type { ATTEMPT_STEPS } from '../contract/objects/coin-withdrawals.ts';
import { sumOf } from '../core/group.ts';
import { defineStatuses } from '../core/statuses.ts';
import type { Tx } from '../db/tx.ts';

/**
 * reserved   planned: inputs or number are reserved; nothing signed is stored, so nothing was broadcast
 * signed     the bytes are stored; they may have reached the network
 * broadcast  a node accepted them; rebroadcast until they are in a block
 * confirmed  in a block; a reorganization can move it back to broadcast
 * replaced   another transfer that spends the same is broadcast instead; still followed, as either can confirm
 * dead       can never confirm: never signed, or something else used up its inputs or number for good, or it
 *            expired
 */
export type TransferStatus =
  | 'reserved'
  | 'signed'
  | 'broadcast'
  | 'confirmed'
  | 'replaced'
  | 'dead';

export const transferStatuses = defineStatuses<TransferStatus>('transfer', {
  reserved: ['signed', 'dead'],
  signed: ['broadcast', 'confirmed', 'replaced', 'dead'],
  broadcast: ['confirmed', 'replaced', 'dead'],
  confirmed: ['broadcast', 'replaced'],
  replaced: ['broadcast', 'confirmed', 'dead'],
  dead: [],
});

export interface TransferRow {
  readonly coin: string;
  readonly id: string;
  readonly purpose: 'withdrawal' | 'sweep' | 'consolidation' | 'bump' | 'setting' | 'gas' | 'void';
  /** Null when several projects, or none, bear the network fee (transfer_costs). */
  readonly project_id: string | null;
  readonly status: TransferStatus;
  readonly family: string;
  readonly replaces: string | null;
  /** The transfer that this one gets into a block. */
  readonly bumps: string | null;
  readonly plan: StoredPlan;
  readonly raw: string | null;
  readonly txid: string | null;
  readonly network_fee: bigint;
  readonly fee_coin: string;
  readonly fee_cap: bigint;
  readonly planned_height: number;
  readonly made_height: number;
  readonly block_height: number | null;
  readonly block_hash: string | null;
  readonly broadcasts: number;
  readonly refusals: number;
}

export const TRANSFER_COLUMNS = `coin, id, purpose, project_id, status, family, replaces, bumps, plan, raw, txid, network_fee,
  fee_coin, fee_cap, planned_height, made_height, block_height, block_hash, broadcasts, refusals`;

/** Amounts are text, because a JSON number loses digits. */
export interface StoredPlan {
  readonly coin: string;
  readonly origin:
    | {
        readonly inputs: readonly {
          txid: string;
          index: number;
          address: string;
          amount: string;
        }[];
      }
    | { readonly sender: string; readonly number: number };
  readonly outputs: readonly { address: string; tag: number | null; amount: string }[];
  readonly fee: string;
  readonly tip?: string;
  readonly expiresAtHeight?: number;
  readonly gas?: number;
  readonly setting?: TransferSetting;
}

export function storePlan(plan: TransferPlan): StoredPlan {
  const { origin, tip, ...rest } = plan;
  const from =
    'inputs' in origin
      ? { inputs: origin.inputs.map((input) => ({ ...input, amount: `${input.amount}` })) }
      : origin;
  const outputs = plan.outputs.map((output) => ({ ...output, amount: `${output.amount}` }));
  const amounts = { outputs, fee: `${plan.fee}`, ...(tip === undefined ? {} : { tip: `${tip}` }) };
  return { ...rest, origin: from, ...amounts };
}

export function readPlan(stored: StoredPlan): TransferPlan {
  const { origin, tip, ...rest } = stored;
  const from: PlannedOrigin =
    'inputs' in origin
      ? { inputs: origin.inputs.map((input) => ({ ...input, amount: BigInt(input.amount) })) }
      : origin;
  const outputs = stored.outputs.map((output) => ({ ...output, amount: BigInt(output.amount) }));
  const fee = BigInt(stored.fee);
  return {
    ...rest,
    origin: from,
    outputs,
    fee,
    ...(tip === undefined ? {} : { tip: BigInt(tip) }),
  };
}

/** All outputs except change, and the fee if it is in the same coin. */
export function totalOf(plan: TransferPlan, feeCoin: string): bigint {
  const paid = sumOf(plan.outputs, (output) => output.amount);
  return feeCoin === plan.coin ? paid + plan.fee : paid;
}

// The permanent log of transfers.

export type AttemptStep = (typeof ATTEMPT_STEPS)[number];

export async function logTransfer(
  tx: Tx,
  { coin, id }: Pick<TransferRow, 'coin' | 'id'>,
  { step, facts }: { step: AttemptStep; facts: object },
): Promise<void> {
  await tx.query(
    `insert into transfer_log (coin, transfer_id, step, facts, created_at) values ($1, $2, $3, $4, $5)`,
    [coin, id, step, JSON.stringify(facts), tx.now],
  );
}

/** A transfer in a node's mempool is stronger proof than a node's acceptance. Recorded once. */
export async function noteSeen(
  tx: Tx,
  { coin, transferId }: { coin: string; transferId: string },
): Promise<void> {
  await tx.query(
    `insert into transfer_log (coin, transfer_id, step, created_at)
     select $1, $2, 'seen', $3
     where not exists (select 1 from transfer_log where coin = $1 and transfer_id = $2 and step = 'seen')`,
    [coin, transferId, tx.now],
  );
}
