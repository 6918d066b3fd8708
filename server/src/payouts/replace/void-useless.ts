// Voids a transfer that must not or cannot confirm any more while it occupies a number of its sender: its address
// cannot pay for it since a reorganization removed money, or its withdrawals have moved to other transfers
// (follow/confirm.ts). The void unblocks the address's later numbers. Transfers that expire (XRP) release their number
// without a void.
import type { App } from '../../app.ts';
import { SignerRefused } from '../../keys/signer.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { planVoid, signVoid, takePlace } from '../recover/make-void.ts';
import { bearersOf, lockFamily, lockLedgersOf, paidBy } from '../store-transfers.ts';
import { TRANSFER_COLUMNS, type TransferRow } from '../transfer.ts';

/** Two minutes of rejections, which is longer than a block with the missing money takes. */
const REFUSALS_BEFORE = 4;
const BATCH_MAX = 20;

interface Useless {
  readonly transfer: TransferRow;
  readonly reason: 'sender_lacks_funds' | 'paid_otherwise';
  /** What its sender can pay for the void; null when the sender can pay for the transfer. */
  readonly funds: bigint | null;
}

/** Returns the number voided. Throws ChainUnavailable, SignerAway. */
export async function voidUseless(app: App, coinWallet: CoinWallet): Promise<number> {
  const { network } = coinWallet;
  if (!network.isReplaceable || network.expiry !== undefined) return 0;
  let voided = 0;
  for (const useless of [
    ...(await findUnpayable(app, coinWallet)),
    ...(await findAside(app, coinWallet)),
  ])
    if (await voidOne(app, coinWallet, useless)) voided += 1;
  return voided;
}

/** Excludes tokens: missing fee funds are supplied (supply-stuck.ts), and missing tokens fail in a block. */
async function findUnpayable(app: App, { coin, network }: CoinWallet): Promise<Useless[]> {
  if (network.model !== 'sequence' || coin.feeCoin !== coin.code) return [];
  const refused = await app.db.query<TransferRow & { amount: bigint }>(
    `select ${TRANSFER_COLUMNS}, amount from transfers
     where coin = $1 and due_at is not null and status in ('signed', 'broadcast') and refusals >= $2
       and purpose in ('withdrawal', 'sweep', 'gas')
     order by created_at, id limit ${BATCH_MAX}`,
    [coin.code, REFUSALS_BEFORE],
  );
  const unpayable: Useless[] = [];
  for (const { amount, ...transfer } of refused) {
    const { origin } = transfer.plan;
    if (!('sender' in origin)) continue;
    const { spendable, nextNumber } = await network.account(origin.sender);
    if (nextNumber === origin.number && spendable < amount)
      unpayable.push({ transfer, reason: 'sender_lacks_funds', funds: spendable });
  }
  return unpayable;
}

/** Transfers that left the chain and are followed without being broadcast (follow/follow.ts). */
async function findAside(app: App, { coin }: CoinWallet): Promise<Useless[]> {
  const aside = await app.db.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers
     where coin = $1 and due_at = 'infinity' and status = 'broadcast'
     order by created_at, id limit ${BATCH_MAX}`,
    [coin.code],
  );
  return aside.map((transfer) => ({ transfer, reason: 'paid_otherwise', funds: null }));
}

/** False when it has to wait: it cannot be paid for, the signer rejects it, or the transfer moved meanwhile. */
async function voidOne(
  app: App,
  coinWallet: CoinWallet,
  { transfer, reason, funds }: Useless,
): Promise<boolean> {
  const planned = await planVoid(app, coinWallet, transfer);
  if (planned === null || (funds !== null && funds < planned.plan.fee)) return false;
  try {
    const made = await signVoid(app, coinWallet, planned);
    return await app.db.transaction(async (tx) => {
      await lockLedgersOf(tx, transfer);
      const family = await lockFamily(tx, transfer);
      const current = family.find(({ id }) => id === transfer.id);
      if (current?.status !== 'signed' && current?.status !== 'broadcast') return false;
      if (family.some(({ status }) => status === 'confirmed')) return false;
      const paid = (await paidBy(tx, transfer)).map(({ project_id: projectId }) => projectId);
      const bearers = paid.length > 0 ? paid : await bearersOf(tx, transfer);
      await takePlace(tx, { transfer: current, made, bearers, reason });
      tx.log.warn({ coin: transfer.coin, transfer_id: transfer.id, reason }, 'transaction voided');
      return true;
    });
  } catch (error) {
    if (!(error instanceof SignerRefused)) throw error;
    app.log.error({ err: error, transfer_id: transfer.id }, 'signer rejected a void');
    return false;
  }
}
