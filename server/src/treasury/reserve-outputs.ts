// Takes the outputs that payments of BTC, LTC or BCH spend, and an address for their change.
import type { App } from '../app.ts';
import type { PlannedInput, TransferPlan } from '../chains/transfers.ts';
import { assert } from '../core/assert.ts';
import { sumOf } from '../core/group.ts';
import type { Tx } from '../db/database.ts';
import { claimOwnAddress } from './own-address.ts';
import { planOutputs } from './plan-outputs.ts';
import type { LotFacts, ReservedLot } from './reserve.ts';
import type { PayableWithdrawal } from './treasury.ts';

/** Outputs looked at: those just large enough, and the largest; more than one transfer may spend. */
const ENOUGH_MAX = 3;
const LARGEST_MAX = 110;

/** When the coins do not suffice for all, the largest waits, and the others go. */
export async function reserveOutputs(tx: Tx, app: App, facts: LotFacts): Promise<ReservedLot> {
  const { treasury, transferId } = facts;
  const coin = treasury.coin.code;
  const total = sumOf(facts.withdrawals, (withdrawal) => withdrawal.received_amount);
  const candidates = await lockCandidates(tx, coin, total);
  const paid = [...facts.withdrawals];
  const left: ReservedLot['left'][number][] = [];
  while (paid.length > 0) {
    const plan = planFor(facts, candidates, paid);
    if (plan !== null) {
      await takeInputs(tx, { coin, transferId, plan });
      return {
        plan: await withChangeAddress(tx, app, { plan, payments: paid.length }),
        paid,
        left,
      };
    }
    const largest = paid.reduce((a, b) => (b.received_amount > a.received_amount ? b : a));
    paid.splice(paid.indexOf(largest), 1);
    left.push({ withdrawal: largest, reason: 'hot wallet short' });
  }
  return { plan: null, paid, left };
}

function planFor(
  { treasury, budget }: LotFacts,
  candidates: readonly PlannedInput[],
  withdrawals: readonly PayableWithdrawal[],
): TransferPlan | null {
  const [first] = candidates;
  if (first === undefined) return null;
  return planOutputs({
    coin: treasury.coin.code,
    network: treasury.network,
    candidates,
    payments: withdrawals.map((withdrawal) => ({
      address: withdrawal.address,
      tag: withdrawal.tag,
      amount: withdrawal.received_amount,
    })),
    changeAddress: first.address,
    quote: budget.quote,
  });
}

async function lockCandidates(tx: Tx, coin: string, amount: bigint): Promise<PlannedInput[]> {
  // One process plans at a time: what another has locked for a moment would look like missing coins.
  await tx.query('select 1 from wallets where coin = $1 order by coin for update', [coin]);
  const enough = await tx.query<PlannedInput>(
    `select txid, output_index "index", address, amount from wallet_outputs
     where coin = $1 and status = 'unspent' and amount > $2
     order by amount, txid, output_index limit ${ENOUGH_MAX} for update skip locked`,
    [coin, amount.toString()],
  );
  const largest = await tx.query<PlannedInput>(
    `select txid, output_index "index", address, amount from wallet_outputs
     where coin = $1 and status = 'unspent'
     order by amount desc, txid, output_index limit ${LARGEST_MAX} for update skip locked`,
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
async function withChangeAddress(
  tx: Tx,
  app: App,
  { plan, payments }: { plan: TransferPlan; payments: number },
): Promise<TransferPlan> {
  const change = plan.outputs[payments];
  if (change === undefined) return plan;
  const { address } = await claimOwnAddress(tx, app, plan.coin);
  return { ...plan, outputs: [...plan.outputs.slice(0, payments), { ...change, address }] };
}
