// Replaces an unconfirmed transfer with a more expensive one that spends the same inputs or number, within its budget.
// The chain cannot include both, so the recipient is paid once; both are followed.
import type { App } from '../../app.ts';
import type { BlockRef } from '../../chains/chain.ts';
import type {
  FeeQuotes,
  SignedTransfer,
  TransferPlan,
  TransferShape,
} from '../../chains/transfers.ts';
import { larger, smaller } from '../../core/money.ts';
import type { Tx } from '../../db/tx.ts';
import { DatabaseUnavailable } from '../../db/unavailable.ts';
import { SignerAway, SignerRefused } from '../../keys/signer.ts';
import { type CoinWallet, networkCoinsOf } from '../coin-wallet.ts';
import { noteTransferReplaced } from '../payout.ts';
import { senderOf } from '../sending-addresses.ts';
import { signPlan } from '../sign/sign-plan.ts';
import {
  bearersOf,
  insertTransfer,
  lockFamily,
  lockLedgersOf,
  moveTransfer,
  paidBy,
} from '../store-transfers.ts';
import { logTransfer, readPlan, TRANSFER_COLUMNS, type TransferRow } from '../transfer.ts';
import { feeLimit, signableFee } from '../transfer-fees.ts';
import { supplyStuck } from './supply-stuck.ts';

/** SQL: the budget allows a fee that is 50 % higher. */
export const CAN_BE_BUMPED = '(network_fee * 3 / 2 <= fee_cap)';
/** SQL: a transfer without a fee budget that blocks others. No withdrawal could be voided to unblock them. */
const BLOCKING_OTHERS = `purpose in ('gas', 'void') and exists (select 1 from transfers b where b.coin = any($3::text[])
  and b.sender = transfers.sender and b.number > transfers.number and b.status in ('reserved', 'signed', 'broadcast'))`;
/** SQL: a node accepted it, or rejected it repeatedly, as nodes do while they require a higher fee. */
const MAY_BE_TOO_CHEAP = `(status = 'broadcast' or (status = 'signed' and refusals > 1))`;
const BATCH_MAX = 20;
const OPEN: readonly TransferRow['status'][] = ['signed', 'broadcast'];
/** Bearers share the fee of these purposes, which have no recipient. */
const BORNE: readonly TransferRow['purpose'][] = ['consolidation', 'void'];

/** Returns the number replaced. */
export async function replaceStuck(
  app: App,
  coinWallet: CoinWallet,
  tip: BlockRef,
): Promise<number> {
  const { network, coin } = coinWallet;
  const blocks = coin.stuckAfterBlocks;
  if (!network.isReplaceable || blocks === null) return 0;
  const stuck = await app.db.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers
     where coin = $1 and due_at < 'infinity' and ${MAY_BE_TOO_CHEAP}
       and purpose in ('withdrawal', 'sweep', 'consolidation', 'gas', 'void')
       and made_height <= $2 and (${CAN_BE_BUMPED} or (${BLOCKING_OTHERS}))
       and not exists (select 1 from transfers f where f.coin = $1 and f.family = transfers.family
         and f.made_height > $2)
       -- Nonces are used in order: a transaction behind another one is not too cheap, and its time starts later.
       and not exists (select 1 from transfers p where p.coin = any($3::text[]) and p.sender = transfers.sender
         and p.number < transfers.number
         and (p.status in ('reserved', 'signed', 'broadcast') or (p.coin = $1 and p.block_height > $2)))
       -- A replacement would have to pay for its descendants too (BIP-125 rule 3).
       and not exists (select 1 from transfers b where b.coin = $1 and b.bumps = transfers.id
         and b.status <> 'dead')
     order by created_at, id limit ${BATCH_MAX}`,
    [coin.code, tip.height - blocks, networkCoinsOf(app, coin.code)],
  );
  if (stuck.length === 0) return 0;
  const quotes = await network.feeQuotes();
  let replaced = 0;
  for (const transfer of stuck) {
    const paid = await paidBy(app.db, transfer);
    const payments = paid.length;
    const most = signableFee(coinWallet, readPlan(transfer.plan), paid);
    const wanted = smaller(wantedFee(app, coinWallet, { transfer, fast: quotes.fast }), most);
    const payable = await payableFee(app, coinWallet, { transfer, wanted });
    const plan = planWithHigherFee(coinWallet, {
      transfer,
      payments,
      fee: payable,
      tips: quotes.tips,
    });
    if (plan === null) continue;
    const signed = await trySigning(app, coinWallet, { plan, pays: transfer });
    if (signed === null) continue;
    const made = { ...signed, plan, height: tip.height };
    if (await stored(app, { transfer, made })) replaced += 1;
  }
  return replaced;
}

/** False when it cannot be stored now, so that it does not block the others. */
async function stored(app: App, requested: Parameters<typeof store>[1]): Promise<boolean> {
  try {
    return await app.db.transaction((tx) => store(tx, requested));
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    app.log.error({ err: error, transfer_id: requested.transfer.id }, 'transaction not replaced');
    return false;
  }
}

/** Null when the signer rejects it or is unreachable; the next poll tries again. */
async function trySigning(
  app: App,
  coinWallet: CoinWallet,
  requested: { plan: TransferPlan; pays: TransferRow },
): Promise<SignedTransfer | null> {
  try {
    return await signPlan(app, coinWallet, requested);
  } catch (error) {
    if (!(error instanceof SignerRefused || error instanceof SignerAway)) throw error;
    app.log.error({ err: error, transfer_id: requested.pays.id }, 'replacement not signed');
    return null;
  }
}

/**
 * Twice the fee or the current fast fee, within the budget. Twice the fee exceeds every network's minimum step (BIP-125
 * rule 4: one unit per byte more; 10 % in geth's pool). A gas supply or a void that blocks later numbers may exceed its
 * budget to pay the fast fee.
 */
function wantedFee(
  app: App,
  coinWallet: CoinWallet,
  { transfer, fast }: { transfer: TransferRow; fast: bigint },
): bigint {
  const plan = readPlan(transfer.plan);
  const today = coinWallet.network.feeFor(fast, shapeOf(plan));
  const inBudget = smaller(larger(plan.fee * 2n, today), transfer.fee_cap);
  const isOwn = transfer.purpose === 'gas' || transfer.purpose === 'void';
  if (!isOwn || !('sender' in plan.origin)) return inBudget;
  return larger(inBudget, smaller(today, feeLimit(app, coinWallet)));
}

/** At most the fee: geth's pool requires both to rise. Unused when the whole fee is a tip. */
function higherTip(
  { network }: CoinWallet,
  { plan, fee, tips }: { plan: TransferPlan; fee: bigint; tips: FeeQuotes['tips'] },
): Pick<TransferPlan, 'tip'> {
  if (plan.tip === undefined) return {};
  const today = tips === undefined ? 0n : network.feeFor(tips.fast, shapeOf(plan));
  return { tip: smaller(larger(plan.tip * 2n, today), fee) };
}

function shapeOf({ origin, outputs, gas }: TransferPlan): TransferShape {
  return {
    inputs: 'inputs' in origin ? origin.inputs.length : 0,
    outputs: outputs.map((output) => output.address),
    gas,
  };
}

/** For a token, at most what its sender can pay; the rest is supplied then. */
async function payableFee(
  app: App,
  coinWallet: CoinWallet,
  { transfer, wanted }: { transfer: TransferRow; wanted: bigint },
): Promise<bigint> {
  if (transfer.fee_coin === transfer.coin) return wanted;
  const left = (await senderOf(app.db, app, transfer))?.for_fees ?? 0n;
  const payable = transfer.network_fee + (left > 0n ? left : 0n);
  if (payable >= wanted) return wanted;
  if (isTooSmallStep(transfer.network_fee, payable))
    await supplyStuck(app, coinWallet, { transfer, fee: wanted - transfer.network_fee });
  return payable;
}

/** 10 % in geth's pool. */
const isTooSmallStep = (from: bigint, to: bigint): boolean => to * 10n < from * 11n;

/** Null when the increase is too small, or when the change cannot pay for it. */
function planWithHigherFee(
  coinWallet: CoinWallet,
  {
    transfer,
    payments,
    fee,
    tips,
  }: { transfer: TransferRow; payments: number; fee: bigint; tips: FeeQuotes['tips'] },
): TransferPlan | null {
  const { dust } = coinWallet.network;
  const plan = readPlan(transfer.plan);
  if (isTooSmallStep(plan.fee, fee)) return null;
  // A sweep moves the whole balance, so its output pays for the fee, unless the fee is paid in another coin.
  const takesFromOutput = transfer.purpose === 'sweep' && transfer.fee_coin === transfer.coin;
  if (!('inputs' in plan.origin) && !takesFromOutput)
    return { ...plan, fee, ...higherTip(coinWallet, { plan, fee, tips }) };
  const change = plan.outputs[payments];
  if (change === undefined) return null;
  const amount = change.amount - (fee - plan.fee);
  if (amount < dust || amount <= 0n) return null;
  return { ...plan, fee, outputs: [...plan.outputs.slice(0, payments), { ...change, amount }] };
}

interface Made {
  readonly plan: TransferPlan;
  readonly raw: string;
  readonly txid: string;
  readonly height: number;
}

/** False when the transfer moved in the meantime. The broadcast is the replacement's next step. */
async function store(
  tx: Tx,
  { transfer, made }: { transfer: TransferRow; made: Made },
): Promise<boolean> {
  await lockLedgersOf(tx, transfer);
  const family = await lockFamily(tx, transfer);
  const current = family.find((member) => member.id === transfer.id);
  if (current === undefined || !OPEN.includes(current.status)) return false;
  await moveTransfer(tx, transfer, { from: OPEN, to: 'replaced', dueAt: 'infinity' });
  const same = family.find((member) => member.txid === made.txid);
  if (same !== undefined) return tryAgain(tx, { transfer, same, height: made.height });
  const id = tx.newId();
  await insertTransfer(tx, {
    id,
    family: transfer.family,
    replaces: transfer.id,
    purpose: transfer.purpose,
    projectId: transfer.project_id,
    plan: made.plan,
    feeCap: transfer.fee_cap,
    plannedHeight: transfer.planned_height,
    height: made.height,
    signed: { raw: made.raw, txid: made.txid },
    ...(BORNE.includes(transfer.purpose) ? { bearers: await bearersOf(tx, transfer) } : {}),
  });
  await tx.query(
    `insert into transfer_payments (coin, transfer_id, output_index, project_id, withdrawal_id)
     select coin, $3, output_index, project_id, withdrawal_id from transfer_payments
     where coin = $1 and transfer_id = $2`,
    [transfer.coin, transfer.id, id],
  );
  await takeOver(tx, { from: transfer, to: { coin: transfer.coin, id } });
  const { coin } = transfer;
  const replaced = { by: id, fee: `${made.plan.fee}` };
  await logTransfer(tx, transfer, { step: 'replaced', facts: replaced });
  await logTransfer(tx, { coin, id }, { step: 'signed', facts: { txid: made.txid } });
  return true;
}

/** It was rejected before, and the original was restored; the same plan produces the same bytes. */
async function tryAgain(
  tx: Tx,
  { transfer, same, height }: { transfer: TransferRow; same: TransferRow; height: number },
): Promise<boolean> {
  const dueAt = tx.now;
  await moveTransfer(tx, same, { from: ['replaced'], to: 'broadcast', dueAt });
  await tx.query('update transfers set made_height = $3 where coin = $1 and id = $2', [
    same.coin,
    same.id,
    height,
  ]);
  await takeOver(tx, { from: transfer, to: same });
  await logTransfer(tx, transfer, { step: 'replaced', facts: { by: same.id, again: true } });
  return true;
}

/** The inputs and the withdrawals now belong to the transfer that is broadcast. */
export async function takeOver(
  tx: Tx,
  { from, to }: { from: Pick<TransferRow, 'coin' | 'id'>; to: Pick<TransferRow, 'coin' | 'id'> },
): Promise<void> {
  await tx.query(
    'update wallet_outputs set transfer_id = $3 where coin = $1 and transfer_id = $2',
    [from.coin, from.id, to.id],
  );
  await noteTransferReplaced(tx, { coin: from.coin, from: from.id, to: to.id });
}

/** When a node rejects a replacement, the original is broadcast again. False when there is none. */
export async function restoreReplaced(tx: Tx, transfer: TransferRow): Promise<boolean> {
  if (transfer.replaces === null) return false;
  const family = await lockFamily(tx, transfer);
  const original = family.find((member) => member.id === transfer.replaces);
  if (original?.status !== 'replaced') return false;
  await moveTransfer(tx, transfer, {
    from: ['signed', 'broadcast'],
    to: 'replaced',
    dueAt: 'infinity',
  });
  const dueAt = tx.now;
  await moveTransfer(tx, original, { from: ['replaced'], to: 'broadcast', dueAt });
  await takeOver(tx, { from: transfer, to: original });
  await logTransfer(tx, original, { step: 'broadcast', facts: { instead_of: transfer.id } });
  return true;
}
