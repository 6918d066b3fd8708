// Ends a withdrawal whose transfer is signed and whose bytes may be anywhere: a second transfer to ourselves replaces
// it, so the chain cannot include both. The withdrawal is canceled only when the second transfer is final (abandon.ts).
// If the first one confirms, the withdrawal is paid and not refunded. Where transfers expire (XRP), the service waits
// for the expiry instead. Meant for transfers that a network rejects permanently.
import type { App } from '../../app.ts';
import { apiError, notFound } from '../../core/errors.ts';
import type { Tx } from '../../db/tx.ts';
import { SignerAway, SignerRefused } from '../../keys/signer.ts';
import { type CoinWallet, PAYABLE_COLUMNS, type PayableWithdrawal } from '../coin-wallet.ts';
import { movePayout } from '../payout.ts';
import { findQuarantine } from '../quarantine.ts';
import { lockFamily, lockLedgersAround } from '../store-transfers.ts';
import { TRANSFER_COLUMNS, type TransferRow } from '../transfer.ts';
import { noteFailure } from '../waiting-payouts.ts';
import { type MadeVoid, planVoid, signVoid, takePlace } from './make-void.ts';

interface VoidRequest {
  readonly projectId: string;
  readonly id: string;
  readonly reason: string;
}

/**
 * Returns the txid of the replacement; null when the transfer expires instead. Idempotent. Errors: 404; 409
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
    throw apiError('cannot_be_voided.other_void');
  }
  const made =
    coinWallet.network.expiry === undefined ? await make(app, coinWallet, transfer) : null;
  await app.db.transaction((tx) => store(tx, { coinWallet, requested, transfer, made }));
  return made?.txid ?? null;
}

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
    throw apiError('quarantine', { coin: coin.code });
  const [transfer] = await app.db.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers where coin = $1 and id = $2`,
    [coin.code, withdrawal.transfer_id],
  );
  if (transfer === undefined || transfer.status === 'reserved' || transfer.status === 'dead')
    throw apiError('not_signed');
  if (withdrawal.status === 'completed' || transfer.status === 'confirmed')
    throw apiError('already_sent');
  const isTaken = transfer.refusals === 0;
  if (isTaken && !network.isReplaceable) throw apiError('cannot_be_voided.not_replaceable');
  return transfer;
}

interface EarlierVoid {
  readonly withdrawal_id: string;
  /** Null when the transfer expires instead. */
  readonly txid: string | null;
}

/** An earlier void of the same transfer, and the withdrawal that it was requested for. */
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

async function make(app: App, coinWallet: CoinWallet, transfer: TransferRow): Promise<MadeVoid> {
  const planned = await planVoid(app, coinWallet, transfer);
  if (planned === null) throw apiError('cannot_be_voided.fee_not_covered');
  try {
    return await signVoid(app, coinWallet, planned);
  } catch (error) {
    if (!(error instanceof SignerRefused || error instanceof SignerAway)) throw error;
    throw apiError('cannot_be_voided.signer', { reason: error.message });
  }
}

interface Storing {
  readonly coinWallet: CoinWallet;
  readonly requested: VoidRequest;
  readonly transfer: TransferRow;
  readonly made: MadeVoid | null;
}

/** Stores the void with its bytes; the broadcast is its next step. */
async function store(tx: Tx, storing: Storing): Promise<void> {
  const { requested, transfer, made } = storing;
  const { coin, family } = transfer;
  await lockLedgersAround(tx, requested);
  const members = await lockFamily(tx, transfer);
  const current = members.find((member) => member.id === transfer.id);
  const isOpen = current?.status === 'signed' || current?.status === 'broadcast';
  if (!isOpen || members.some(({ status }) => status === 'confirmed'))
    throw apiError('already_sent');
  const earlierVoids = await tx.query(
    `insert into transfer_voids (coin, family, project_id, withdrawal_id, reason, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning 1`,
    [coin, family, requested.projectId, requested.id, requested.reason, tx.now],
  );
  // Another process stored a void first.
  if (earlierVoids.length === 0) return;
  // The project's house account bears the fee, because the merchant is refunded in full.
  const bearers = [requested.projectId];
  if (made !== null) await takePlace(tx, { transfer, made, bearers, reason: requested.reason });
  const wait = { reason: 'cancelling', detail: { message: requested.reason } } as const;
  const { projectId, id } = requested;
  await movePayout(tx, {
    projectId,
    id,
    from: ['planned', 'sent'],
    to: 'failed',
    wait,
    transferId: transfer.id,
    txid: transfer.txid,
  });
  await noteFailure(tx, { projectId, id, wait });
}
