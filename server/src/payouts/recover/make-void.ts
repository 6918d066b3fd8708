// Builds a transfer that spends the same inputs or number as another one and pays nobody.
import { withPool } from '../../addresses/pool.ts';
import type { App } from '../../app.ts';
import type { SignedTransfer, TransferNetwork, TransferPlan } from '../../chains/transfers.ts';
import { sumOf } from '../../core/group.ts';
import { newId } from '../../core/ids.ts';
import { larger, smaller } from '../../core/money.ts';
import type { Tx } from '../../db/tx.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { claimOwnAddress } from '../own-address.ts';
import { expiryFrom } from '../plan/reserve-number.ts';
import { signPlan } from '../sign/sign-plan.ts';
import { insertTransfer, moveTransfer } from '../store-transfers.ts';
import { logTransfer, readPlan, type TransferRow } from '../transfer.ts';
import { plannedFee } from '../transfer-fees.ts';

// The value of the inputs returns to one of our addresses; a sender's number is used up by an empty transfer.

/** The fee cap as a multiple of the fee, for fee bumps. */
export const VOID_CAP_FACTOR = 4n;

interface VoidRequest {
  readonly quote: bigint;
  readonly tip?: bigint | undefined;
  /** Of the best block. */
  readonly height: number;
  /** Receives the value of the inputs; unused when a number is used up. */
  readonly to: string;
}

/** Null when the inputs do not cover the fee and an output that a node accepts. */
export function voidPlan(
  network: TransferNetwork,
  { coin, origin }: Pick<TransferPlan, 'coin' | 'origin'>,
  { quote, tip, height, to }: VoidRequest,
): TransferPlan | null {
  if ('sender' in origin) {
    const fees = plannedFee(network, { quote, tip }, { inputs: 0, outputs: [] });
    const expiry = expiryFrom(network, height);
    return { coin, origin, outputs: [], ...fees, setting: 'nothing', ...expiry };
  }
  const fee = network.feeFor(quote, { inputs: origin.inputs.length, outputs: [to] });
  const amount = sumOf(origin.inputs, (input) => input.amount) - fee;
  if (amount <= 0n || amount < network.dust) return null;
  return { coin, origin, outputs: [{ address: to, tag: null, amount }], fee };
}

export interface PlannedVoid {
  readonly plan: TransferPlan;
  /** Of the best block. */
  readonly height: number;
}

export interface MadeVoid extends PlannedVoid, SignedTransfer {
  readonly id: string;
}

/** At the current fast fee; null when the transfer's inputs do not cover it. Throws ChainUnavailable. */
export async function planVoid(
  app: App,
  coinWallet: CoinWallet,
  transfer: TransferRow,
): Promise<PlannedVoid | null> {
  const { network, chain, coin } = coinWallet;
  const { height } = await chain.tip();
  const { fast: quote, tips } = await network.feeQuotes();
  const { address: to } =
    network.model === 'outputs'
      ? await withPool(app, () => app.db.transaction((tx) => claimOwnAddress(tx, coin.code)))
      : { address: '' };
  const replaced = readPlan(transfer.plan);
  const cheap = voidPlan(network, replaced, { quote, tip: tips?.fast, height, to });
  const plan =
    cheap && isFeeSufficient(cheap, { least: await leastFees(app, transfer), coinWallet });
  return plan && { plan, height };
}

/** Throws SignerRefused, SignerAway. */
export async function signVoid(
  app: App,
  coinWallet: CoinWallet,
  planned: PlannedVoid,
): Promise<MadeVoid> {
  const id = newId(app.clock, app.random);
  const pays = { coin: coinWallet.coin.code, id };
  const signed = await signPlan(app, coinWallet, { plan: planned.plan, pays });
  return { ...planned, ...signed, id };
}

/** Twice the fees that nodes may have for the family (BIP-125 rules 3 and 4; 10 % for each in geth's pool). */
async function leastFees(app: App, { coin, family }: TransferRow): Promise<LeastFees> {
  const [row] = await app.db.query<LeastFees>(
    `select coalesce(2 * sum(network_fee), 0) as fee,
       coalesce(2 * max(coalesce((plan->>'tip')::numeric, network_fee)), 0) as tip
     from transfers
     where coin = $1 and refusals = 0 and raw is not null and status <> 'dead'
       and (family = $2 or bumps in (select id from transfers where coin = $1 and family = $2))`,
    [coin, family],
  );
  return row ?? { fee: 0n, tip: 0n };
}

interface LeastFees {
  readonly fee: bigint;
  readonly tip: bigint;
}

/** Deducts a higher fee from the returned amount. Null when too little would be left. */
function isFeeSufficient(
  plan: TransferPlan,
  { least, coinWallet }: { least: LeastFees; coinWallet: CoinWallet },
): TransferPlan | null {
  const fee = larger(plan.fee, least.fee);
  const [back] = plan.outputs;
  if (back === undefined) return withTip({ ...plan, fee }, least.tip);
  if (fee === plan.fee) return plan;
  const amount = back.amount - (fee - plan.fee);
  if (amount < coinWallet.network.dust || amount <= 0n) return null;
  return { ...plan, fee, outputs: [{ ...back, amount }] };
}

function withTip(plan: TransferPlan, least: bigint): TransferPlan {
  if (plan.tip === undefined) return plan;
  return { ...plan, tip: smaller(larger(plan.tip, least), plan.fee) };
}

interface Place {
  /** Signed or broadcast, and locked with its family. */
  readonly transfer: TransferRow;
  readonly made: MadeVoid;
  readonly bearers: readonly (string | null)[];
  /** For the log. */
  readonly reason: string;
}

/** Stores the void with its bytes; the broadcast is its next step. */
export async function takePlace(tx: Tx, { transfer, made, bearers, reason }: Place): Promise<void> {
  const { coin, family } = transfer;
  await moveTransfer(tx, transfer, {
    from: ['signed', 'broadcast'],
    to: 'replaced',
    dueAt: 'infinity',
  });
  await insertTransfer(tx, {
    id: made.id,
    family,
    replaces: null,
    purpose: 'void',
    projectId: null,
    plan: made.plan,
    feeCap: made.plan.fee * VOID_CAP_FACTOR,
    plannedHeight: transfer.planned_height,
    height: made.height,
    signed: { raw: made.raw, txid: made.txid },
    bearers,
  });
  await tx.query(
    `update wallet_outputs set transfer_id = $3 where coin = $1 and transfer_id = $2`,
    [coin, transfer.id, made.id],
  );
  const replaced = { by: made.id, void: reason, fee: `${made.plan.fee}` };
  await logTransfer(tx, transfer, { step: 'replaced', facts: replaced });
  const spent = 'inputs' in made.plan.origin ? made.plan.origin.inputs : [];
  const signed = {
    txid: made.txid,
    back: `${sumOf(spent, ({ amount }) => amount) - made.plan.fee}`,
  };
  await logTransfer(tx, { coin, id: made.id }, { step: 'signed', facts: signed });
}
