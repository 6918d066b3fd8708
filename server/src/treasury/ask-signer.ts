// Asks the signer about withdrawals before anything is planned for them, so that one that it would refuse takes no
// inputs and no number from the others. What is refused waits, and shows why.
import type { App } from '../app.ts';
import { SECOND } from '../core/clock.ts';
import type { SealedIntent } from '../keys/intent.ts';
import { SignerAway } from '../keys/signer.ts';
import { clearAlarm, raiseAlarm } from './journal.ts';
import { againAt, refusalText } from './signer-refusal.ts';
import type { Treasury } from './treasury.ts';
import { AWAITS_TRANSFER } from './waiting.ts';

/** More than one run of the sender plans (reserve.ts). */
const BATCH_MAX = 200;

/** What a withdrawal shows that waits for a signer. */
const NO_SIGNER = 'no signer';
const RETRY = 30 * SECOND;
/** How the failure of a refused withdrawal begins. */
const REFUSED = refusalText('');

/** What the signer is shown of a withdrawal, of the table `coin_withdrawals w`. */
export const INTENT_COLUMNS = `w.project_id "projectId", w.id, w.received_currency "coin", w.address, w.tag,
  w.received_amount "amount", w.network_fee "networkFee", w.seal`;

/** Puts off the due withdrawals that the signer refuses. False when there is none to sign the others. */
export async function askSigner(app: App, treasury: Treasury): Promise<boolean> {
  const coin = treasury.coin.code;
  const due = await app.db.query<SealedIntent & { failure: string | null }>(
    `select ${INTENT_COLUMNS}, w.failure from coin_withdrawals w
     where received_currency = $1 and ${AWAITS_TRANSFER} and due_at <= $2
     order by due_at, project_id, id limit ${BATCH_MAX}`,
    [coin, new Date(app.clock.now())],
  );
  if (due.length === 0) return true;
  const intents = due.map(({ failure: _failure, ...intent }) => intent);
  const refusals = await tryExamine(app, treasury, intents);
  if (refusals === null) return false;
  for (const [n, intent] of due.entries()) {
    const reason = refusals[n] ?? null;
    if (reason !== null) await putOff(app, intent, reason);
    else if (intent.failure === NO_SIGNER || intent.failure?.startsWith(REFUSED))
      await forgive(app, intent);
  }
  await endAlarm(app, coin);
  return true;
}

/** Null when no signer answers: all of them wait, and say so. */
async function tryExamine(
  app: App,
  treasury: Treasury,
  due: readonly SealedIntent[],
): Promise<readonly (string | null)[] | null> {
  const subject = treasury.coin.code;
  try {
    const refusals = await treasury.signer.examine(due);
    await app.db.transaction((tx) => clearAlarm(tx, { kind: 'no_signer', subject }));
    return refusals;
  } catch (error) {
    if (!(error instanceof SignerAway)) throw error;
    await app.db.query(
      `update coin_withdrawals set failure = $3, due_at = $4
       where (project_id, id) in (select * from unnest($1::uuid[], $2::uuid[])) and ${AWAITS_TRANSFER}`,
      [
        due.map((intent) => intent.projectId),
        due.map((intent) => intent.id),
        NO_SIGNER,
        new Date(app.clock.now() + RETRY),
      ],
    );
    const facts = { reason: error.message };
    await app.db.transaction((tx) => raiseAlarm(tx, { kind: 'no_signer', subject, facts }));
    return null;
  }
}

async function putOff(app: App, intent: SealedIntent, reason: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.query(
      `update coin_withdrawals set failure = $3, due_at = $4
       where project_id = $1 and id = $2 and ${AWAITS_TRANSFER}`,
      [intent.projectId, intent.id, refusalText(reason), againAt(tx)],
    );
    const facts = { withdrawal_id: intent.id, reason };
    await raiseAlarm(tx, { kind: 'signer_refused', subject: intent.coin, facts });
  });
}

async function forgive(app: App, { projectId, id }: SealedIntent): Promise<void> {
  await app.db.query(
    `update coin_withdrawals set failure = null
     where project_id = $1 and id = $2 and ${AWAITS_TRANSFER}`,
    [projectId, id],
  );
}

/** Ends the alarm when no withdrawal of the coin waits for the signer any more. */
async function endAlarm(app: App, coin: string): Promise<void> {
  const waiting = await app.db.query(
    `select 1 from coin_withdrawals
     where received_currency = $1 and ${AWAITS_TRANSFER} and due_at is not null
       and failure like $2 limit 1`,
    [coin, `${REFUSED}%`],
  );
  if (waiting.length === 0)
    await app.db.transaction((tx) => clearAlarm(tx, { kind: 'signer_refused', subject: coin }));
}
