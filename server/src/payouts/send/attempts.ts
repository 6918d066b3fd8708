// The sending history of a withdrawal: every transfer that was ever meant to pay it, step by step.
import type { Static } from 'typebox';
import type { CoinWithdrawalAttempt } from '../../contract/objects/coin-withdrawals.ts';
import type { SENT_CODES } from '../../contract/withdrawal-codes.ts';
import { formatTime } from '../../core/clock.ts';
import type { Sql } from '../../db/database.ts';
import type { AttemptStep } from '../transfer.ts';

export interface Attempt {
  readonly at: Date;
  readonly transfer_id: string;
  readonly txid: string | null;
  readonly step: AttemptStep;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Oldest first. */
export function attemptsOf(
  sql: Sql,
  withdrawal: { project_id: string; id: string },
): Promise<Attempt[]> {
  return sql.query<Attempt>(
    `select l.created_at as at, l.transfer_id, t.txid, l.step, l.facts
     from (select distinct coin, transfer_id from transfer_payments
       where project_id = $1 and withdrawal_id = $2) p
     join transfers t on t.coin = p.coin and t.id = p.transfer_id
     join transfer_log l on l.coin = t.coin and l.transfer_id = t.id
     order by l.seq`,
    [withdrawal.project_id, withdrawal.id],
  );
}

/** Without the operator's details. */
export function presentAttempts(
  attempts: readonly Attempt[],
): Static<typeof CoinWithdrawalAttempt>[] {
  return attempts.map(({ at, transfer_id, txid, step }) => ({
    transfer_id,
    txid,
    step,
    created_at: formatTime(at),
  }));
}

export interface Sent {
  readonly code: (typeof SENT_CODES)[number];
  readonly txid: string | null;
}

/** The last result on the chain decides. */
export function wasItSent(
  attempts: readonly Attempt[],
  withdrawal: { readonly status: string; readonly txid: string | null },
): Sent {
  const ofChain: readonly AttemptStep[] = ['confirmed', 'failed_on_chain', 'left_the_chain'];
  const last = attempts.filter(({ step }) => ofChain.includes(step)).at(-1);
  if (last?.step === 'confirmed') return { code: 'confirmed', txid: last.txid };
  const hasEnded = (step: AttemptStep) => step === 'dead' || step === 'failed_on_chain';
  const open = attempts.filter(
    ({ transfer_id: id }) =>
      !attempts.some((other) => other.transfer_id === id && hasEnded(other.step)),
  );
  const sent = open.filter(({ step }) => step === 'broadcast').at(-1);
  if (sent !== undefined) return { code: 'broadcast', txid: sent.txid };
  const signed = open.filter(({ step }) => step === 'signed').at(-1);
  if (signed !== undefined) return { code: 'unknown', txid: signed.txid };
  if (last?.step === 'failed_on_chain') return { code: 'reverted', txid: last.txid };
  // Accepted at the end of a quarantine: its transfer was made after the backup that was restored.
  if (withdrawal.status === 'completed')
    return { code: 'discovered_on_chain', txid: withdrawal.txid };
  return { code: 'not_sent', txid: null };
}

export function sentText({ code, txid }: Sent): string {
  switch (code) {
    case 'confirmed':
      return `yes, confirmed as ${txid}`;
    case 'broadcast':
      return `yes, broadcast as ${txid}, not confirmed yet`;
    case 'unknown':
      return `unknown: signed as ${txid}, but no node has confirmed that it accepted it`;
    case 'reverted':
      return `no: ${txid} was mined and paid nothing`;
    case 'discovered_on_chain':
      return `yes, found on the chain as ${txid}`;
    case 'not_sent':
      return 'no: nothing was ever signed that could still be sent';
  }
}
