// Takes the outputs that a payment of BTC, LTC or BCH spends, and an address for its change.
import type { App } from '../app.ts';
import type { PlannedInput, TransferPlan } from '../chains/transfers.ts';
import { assert } from '../core/assert.ts';
import type { Tx } from '../db/database.ts';
import { claimOwnAddress } from './own-address.ts';
import { planOutputs } from './plan-outputs.ts';
import type { Reserved, ReserveFacts } from './reserve.ts';

/** Outputs looked at: those just large enough, and the largest. */
const CANDIDATES_MAX = 60;

export async function reserveOutputs(tx: Tx, app: App, facts: ReserveFacts): Promise<Reserved> {
  const { treasury, withdrawal, budget, transferId } = facts;
  const coin = treasury.coin.code;
  const candidates = await lockCandidates(tx, coin, withdrawal.received_amount);
  const [first] = candidates;
  if (first === undefined) return { reason: 'hot wallet short' };
  const plan = planOutputs({
    coin,
    network: treasury.network,
    candidates,
    payment: {
      address: withdrawal.address,
      tag: withdrawal.tag,
      amount: withdrawal.received_amount,
    },
    changeAddress: first.address,
    quote: budget.quote,
  });
  if (plan === null) return { reason: 'hot wallet short' };
  await takeInputs(tx, { coin, transferId, plan });
  return { plan: await withChangeAddress(tx, app, plan) };
}

async function lockCandidates(tx: Tx, coin: string, amount: bigint): Promise<PlannedInput[]> {
  const enough = await tx.query<PlannedInput>(
    `select txid, output_index "index", address, amount from wallet_outputs
     where coin = $1 and status = 'unspent' and amount > $2
     order by amount, txid, output_index limit 3 for update skip locked`,
    [coin, amount.toString()],
  );
  const largest = await tx.query<PlannedInput>(
    `select txid, output_index "index", address, amount from wallet_outputs
     where coin = $1 and status = 'unspent'
     order by amount desc, txid, output_index limit ${CANDIDATES_MAX} for update skip locked`,
    [coin],
  );
  const byName = new Map(
    [...enough, ...largest].map((input) => [`${input.txid}:${input.index}`, input]),
  );
  return [...byName.values()];
}

async function takeInputs(
  tx: Tx,
  facts: { coin: string; transferId: string; plan: TransferPlan },
): Promise<void> {
  const { coin, transferId, plan } = facts;
  const inputs = 'inputs' in plan.origin ? plan.origin.inputs : [];
  const taken = await tx.query(
    `update wallet_outputs o set status = 'reserved', transfer_id = $2
     from unnest($3::text[], $4::int[]) as t(txid, output_index)
     where o.coin = $1 and o.txid = t.txid and o.output_index = t.output_index
       and o.status = 'unspent' returning 1`,
    [coin, transferId, inputs.map((input) => input.txid), inputs.map((input) => input.index)],
  );
  assert(taken.length === inputs.length && taken.length > 0, 'an input was taken twice');
}

/** The change goes to an address that nobody has used; its length, and so the fee, is the same. */
async function withChangeAddress(tx: Tx, app: App, plan: TransferPlan): Promise<TransferPlan> {
  const [payment, change] = plan.outputs;
  if (payment === undefined || change === undefined) return plan;
  const { address } = await claimOwnAddress(tx, app, plan.coin);
  return { ...plan, outputs: [payment, { ...change, address }] };
}
