// Ends a withdrawal whose transfer is signed, so that nobody can know where its bytes are: a second transfer
// that spends the same, to ourselves, takes its place. The chain cannot hold both. The withdrawal is cancelled
// only when the second one is final (abandon.ts); if the first confirms after all, it is paid, and not given
// back. Where transfers expire by themselves (XRP) that is waited for. For what a network refuses for good; used
// by the operator's command.
import { withPool } from '../../addresses/with-pool.ts';
import type { App } from '../../app.ts';
import type { SignedTransfer, TransferPlan } from '../../chains/transfers.ts';
import type { ErrorCode } from '../../core/error-codes.ts';
import { AppError, conflict, notFound } from '../../core/errors.ts';
import { sumOf } from '../../core/group.ts';
import { newId } from '../../core/ids.ts';
import { larger, smaller } from '../../core/money.ts';
import type { Tx } from '../../db/tx.ts';
import { SignerAway, SignerRefused } from '../../keys/signer.ts';
import { movePayout } from '../move-payout.ts';
import { lockLedgersAround } from '../plan/lock-ledgers.ts';
import { type CoinWallet, PAYABLE_COLUMNS, type PayableWithdrawal } from '../send/coin-wallet.ts';
import { insertTransfer, lockFamily, moveTransfer } from '../send/store.ts';
import { readPlan, TRANSFER_COLUMNS, type TransferRow } from '../send/transfer.ts';
import { logTransfer } from '../send/transfer-log.ts';
import { signPlan } from '../sign/sign-plan.ts';
import { noteFailure } from '../store-waits.ts';
import { claimOwnAddress } from '../wallet/own-address.ts';
import { findQuarantine } from './quarantine.ts';
import { VOID_CAP_FACTOR, voidPlan } from './void-plan.ts';

interface VoidRequest {
  readonly projectId: string;
  readonly id: string;
  readonly reason: string;
}

interface Made extends SignedTransfer {
  readonly id: string;
  readonly plan: TransferPlan;
  readonly height: number;
}

/**
 * The txid of what takes its place; null where it expires by itself. Asked for again it does nothing. Errors: 404; 409
 * `not_signed` (cancel it instead), `already_sent`, `cannot_be_voided`, `quarantine`. Throws ChainUnavailable.
 */
export async function voidWithdrawal(
  app: App,
  coinWallet: CoinWallet,
  requested: VoidRequest,
): Promise<string | null> {
  const transfer = await findTransfer(app, coinWallet, requested);
  const earlier = await earlierVoid(app, transfer);
  if (earlier !== undefined) {
    if (earlier.withdrawal_id === requested.id) return earlier.txid;
    throw refuse(
      'cannot_be_voided',
      'another withdrawal of its transfer is being voided: this one gets a transfer of its own then',
    );
  }
  const made =
    coinWallet.network.expiry === undefined ? await make(app, coinWallet, transfer) : null;
  await app.db.transaction((tx) => store(tx, { coinWallet, requested, transfer, made }));
  return made?.txid ?? null;
}

/** The signed one that the withdrawal is with now. */
async function findTransfer(
  app: App,
  coinWallet: CoinWallet,
  requested: VoidRequest,
): Promise<TransferRow> {
  const { coin, network } = coinWallet;
  const [withdrawal] = await app.db.query<PayableWithdrawal>(
    `select ${PAYABLE_COLUMNS} from coin_withdrawals w
     left join payouts p on p.project_id = w.project_id and p.withdrawal_id = w.id
     where w.project_id = $1 and w.id = $2 and w.received_currency = $3`,
    [requested.projectId, requested.id, coin.code],
  );
  if (withdrawal === undefined) throw notFound();
  if ((await findQuarantine(app.db, coin.code)) !== null)
    throw refuse('quarantine', `${coin.code} is in quarantine: end that first`);
  const [transfer] = await app.db.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers where coin = $1 and id = $2`,
    [coin.code, withdrawal.transfer_id],
  );
  if (transfer === undefined || transfer.status === 'reserved' || transfer.status === 'dead')
    throw refuse('not_signed', 'nothing of it is signed: cancel it instead');
  if (withdrawal.status === 'completed' || transfer.status === 'confirmed')
    throw conflict('already_sent');
  const isTaken = transfer.refusals === 0;
  if (isTaken && !network.isReplaceable)
    throw refuse('cannot_be_voided', 'the node has it, and keeps the first that it saw');
  return transfer;
}

interface EarlierVoid {
  readonly withdrawal_id: string;
  /** Null where it expires by itself. */
  readonly txid: string | null;
}

/** What was asked for before of the same transfer, and for which withdrawal. */
async function earlierVoid(
  app: App,
  { coin, family }: TransferRow,
): Promise<EarlierVoid | undefined> {
  const [row] = await app.db.query<EarlierVoid>(
    `select v.withdrawal_id, (select txid from transfers t where t.coin = v.coin and t.family = v.family
       and t.purpose = 'void' order by t.created_at desc limit 1) as txid
     from transfer_voids v where v.coin = $1 and v.family = $2`,
    [coin, family],
  );
  return row;
}

async function make(app: App, coinWallet: CoinWallet, transfer: TransferRow): Promise<Made> {
  const { network, chain, coin } = coinWallet;
  const { height } = await chain.tip();
  const { fast: quote, tips } = await network.feeQuotes();
  const { address: to } =
    network.model === 'outputs'
      ? await withPool(app, () => app.db.transaction((tx) => claimOwnAddress(tx, coin.code)))
      : { address: '' };
  const replaced = readPlan(transfer.plan);
  const cheap = voidPlan(network, replaced, { quote, tip: tips?.fast, height, to });
  const plan = cheap && dearEnough(cheap, { least: await leastFees(app, transfer), coinWallet });
  if (plan === null) throw refuse('cannot_be_voided', 'what it spends does not cover the fee');
  const id = newId(app.clock, app.random);
  try {
    const signed = await signPlan(app, coinWallet, { plan, pays: { coin: coin.code, id } });
    return { ...signed, id, plan, height };
  } catch (error) {
    if (!(error instanceof SignerRefused || error instanceof SignerAway)) throw error;
    throw refuse('cannot_be_voided', `the signer does not sign it: ${error.message}`);
  }
}

/** Twice what nodes may have of its family and on top of it (BIP-125 rules 3 and 4; 10 % of each in geth's pool). */
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

/** What the fee takes more is taken from what comes back. Null when too little would. */
function dearEnough(
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

/** At least so much of the fee. */
function withTip(plan: TransferPlan, least: bigint): TransferPlan {
  if (plan.tip === undefined) return plan;
  return { ...plan, tip: smaller(larger(plan.tip, least), plan.fee) };
}

interface Storing {
  readonly coinWallet: CoinWallet;
  readonly requested: VoidRequest;
  readonly transfer: TransferRow;
  readonly made: Made | null;
}

/** Stored with its bytes, and broadcast as its next step. */
async function store(tx: Tx, storing: Storing): Promise<void> {
  const { requested, transfer, made } = storing;
  const { coin, family } = transfer;
  await lockLedgersAround(tx, requested);
  const members = await lockFamily(tx, transfer);
  const current = members.find((member) => member.id === transfer.id);
  const isOpen = current?.status === 'signed' || current?.status === 'broadcast';
  if (!isOpen || members.some(({ status }) => status === 'confirmed'))
    throw conflict('already_sent');
  const earlierVoids = await tx.query(
    `insert into transfer_voids (coin, family, project_id, withdrawal_id, reason, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning 1`,
    [coin, family, requested.projectId, requested.id, requested.reason, tx.now],
  );
  // Somebody else was faster.
  if (earlierVoids.length === 0) return;
  if (made !== null) await takePlace(tx, { ...storing, made });
  const wait = { reason: 'being_voided', said: requested.reason } as const;
  const { projectId, id } = requested;
  await movePayout(tx, {
    ...{ projectId, id, from: ['planned', 'sent'], to: 'failed', wait },
    ...{ transferId: transfer.id, txid: transfer.txid },
  });
  await noteFailure(tx, { projectId, id, wait });
}

async function takePlace(
  tx: Tx,
  { requested, transfer, made }: Storing & { made: Made },
): Promise<void> {
  const { coin, family } = transfer;
  await moveTransfer(tx, transfer, {
    from: ['signed', 'broadcast'],
    to: 'replaced',
    dueAt: 'infinity',
  });
  await insertTransfer(tx, {
    ...{ id: made.id, family, replaces: null, purpose: 'void', projectId: null },
    ...{ plan: made.plan, feeCap: made.plan.fee * VOID_CAP_FACTOR },
    ...{ plannedHeight: transfer.planned_height, height: made.height },
    signed: { raw: made.raw, txid: made.txid },
    // The house's account of the project: the merchant gets all back.
    bearers: [requested.projectId],
  });
  await tx.query(
    `update wallet_outputs set transfer_id = $3 where coin = $1 and transfer_id = $2`,
    [coin, transfer.id, made.id],
  );
  const step = { coin, facts: { by: made.id, void: requested.reason, fee: `${made.plan.fee}` } };
  await logTransfer(tx, { ...step, transferId: transfer.id, step: 'replaced' });
  const spent = 'inputs' in made.plan.origin ? made.plan.origin.inputs : [];
  const signed = {
    txid: made.txid,
    back: `${sumOf(spent, ({ amount }) => amount) - made.plan.fee}`,
  };
  await logTransfer(tx, { coin, transferId: made.id, step: 'signed', facts: signed });
}

function refuse(code: ErrorCode, message: string): AppError {
  return new AppError({ code, status: 409, message });
}
