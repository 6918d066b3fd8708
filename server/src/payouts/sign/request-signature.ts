// Checks withdrawals with the signer before anything is planned for them, so that a withdrawal that the signer would
// reject reserves no inputs and no number. A rejected withdrawal waits and shows the reason.
import type { App } from '../../app.ts';
import { SECOND } from '../../core/clock.ts';
import type { SealedIntent } from '../../keys/intent.ts';
import { SignerAway } from '../../keys/signer.ts';
import { raiseAlert, resolveOpen } from '../../ledger/alerts.ts';
import type { WaitReason } from '../../withdrawals/reasons.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { BY_DUE_TIME, duePayouts } from '../store-payouts.ts';
import { endWait, isWaitedFor, noteWait, noteWaits } from '../store-waits.ts';
import { againAt } from './signer-refusal.ts';

/** Higher than the number planned in one run of the sender (reserve.ts). */
const BATCH_MAX = 200;

const RETRY = 30 * SECOND;
/** Wait reasons after which the request to the signer is repeated. */
const REQUESTED_AGAIN: ReadonlySet<WaitReason | null> = new Set([
  'signer_unavailable',
  'rejected_by_signer',
]);

/** The fields of a withdrawal that the signer sees, from the table `coin_withdrawals w`. */
export const INTENT_COLUMNS = `w.project_id "projectId", w.id, w.received_currency "coin", w.address, w.tag,
  w.received_amount "amount", w.network_fee "networkFee", w.seal`;

/**
 * Reschedules the due withdrawals that the signer rejects. Returns false when no signer is available for the others.
 */
export async function requestSignature(app: App, coinWallet: CoinWallet): Promise<boolean> {
  const coin = coinWallet.coin.code;
  const due = await app.db.query<SealedIntent & { wait_reason: WaitReason | null }>(
    `select ${INTENT_COLUMNS}, p.wait_reason from ${duePayouts(`${BATCH_MAX}`)} order by ${BY_DUE_TIME}`,
    [coin, new Date(app.clock.now())],
  );
  if (due.length === 0) return true;
  const intents = due.map(({ wait_reason: _reason, ...intent }) => intent);
  const refusals = await tryExamine(app, coinWallet, intents);
  if (refusals === null) return false;
  for (const [n, intent] of due.entries()) {
    const reason = refusals[n] ?? null;
    if (reason !== null) await reschedule(app, intent, reason);
    else if (REQUESTED_AGAIN.has(intent.wait_reason)) await endWait(app.db, intent);
  }
  if (!(await isWaitedFor(app.db, { coin, reason: 'rejected_by_signer' })))
    await resolveOpen(app, { kind: 'rejected_by_signer', subjects: [coin] });
  return true;
}

/** Null when no signer is reachable: all of them wait and show that. */
async function tryExamine(
  app: App,
  coinWallet: CoinWallet,
  due: readonly SealedIntent[],
): Promise<readonly (string | null)[] | null> {
  const subject = coinWallet.coin.code;
  try {
    const refusals = await coinWallet.signer.examine(due);
    await resolveOpen(app, { kind: 'signer_unavailable', subjects: [subject] });
    return refusals;
  } catch (error) {
    if (!(error instanceof SignerAway)) throw error;
    const wait = { reason: 'signer_unavailable', said: null } as const;
    const dueAt = new Date(app.clock.now() + RETRY);
    await noteWaits(app.db, { withdrawals: due, wait, dueAt });
    const facts = { cause: error.code, about: error.about };
    await app.db.transaction((tx) =>
      raiseAlert(tx, { kind: 'signer_unavailable', subject, facts }),
    );
    return null;
  }
}

async function reschedule(app: App, intent: SealedIntent, reason: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const wait = { reason: 'rejected_by_signer', said: reason } as const;
    await noteWait(tx, { projectId: intent.projectId, id: intent.id, wait, dueAt: againAt(tx) });
    const facts = { withdrawal_id: intent.id, reason };
    await raiseAlert(tx, { kind: 'rejected_by_signer', subject: intent.coin, facts });
  });
}
