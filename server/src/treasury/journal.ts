// The attempt journal of transfers, and the alarms of the treasury. The journal answers for ever what was
// tried, with which bytes and what the network said; an alarm is raised once and cleared by what ends it.
import type { App } from '../app.ts';
import { newId } from '../core/ids.ts';
import type { Sql, Tx } from '../db/database.ts';

export type JournalStep =
  | 'reserved'
  | 'signed'
  | 'broadcast'
  | 'refused'
  | 'confirmed'
  | 'left_the_chain'
  | 'replaced'
  | 'dead'
  | 'failed_on_chain';

export async function writeJournal(
  tx: Tx,
  app: App,
  entry: { coin: string; transferId: string; step: JournalStep; facts?: object },
): Promise<void> {
  await tx.query(
    `insert into transfer_log (coin, transfer_id, step, facts, created_at) values ($1, $2, $3, $4, $5)`,
    [
      entry.coin,
      entry.transferId,
      entry.step,
      JSON.stringify(entry.facts ?? {}),
      new Date(app.clock.now()),
    ],
  );
}

export type TreasuryAlarm =
  | 'hot_wallet_short'
  | 'spent_elsewhere'
  | 'transfer_failed_on_chain'
  | 'transfer_changed';

/** Raises an alarm unless one of its kind stands for the subject (a coin, a transfer). */
export async function raiseAlarm(
  sql: Sql,
  app: App,
  alarm: { kind: TreasuryAlarm; subject: string; facts: object },
): Promise<void> {
  const facts = { subject: alarm.subject, ...alarm.facts };
  const raised = await sql.query(
    `insert into ledger_alarms (id, kind, facts, created_at)
     select $1, $2, $3::jsonb, $4 where not exists (
       select 1 from ledger_alarms
       where kind = $2 and cleared_at is null and facts ->> 'subject' = $5)
     returning 1`,
    [
      newId(app.clock, app.random),
      alarm.kind,
      JSON.stringify(facts),
      new Date(app.clock.now()),
      alarm.subject,
    ],
  );
  if (raised.length > 0) app.log.error({ kind: alarm.kind, ...facts }, 'treasury alarm');
}

export async function clearAlarm(
  sql: Sql,
  app: App,
  alarm: { kind: TreasuryAlarm; subject: string },
): Promise<void> {
  await sql.query(
    `update ledger_alarms set cleared_at = $3
     where kind = $1 and cleared_at is null and facts ->> 'subject' = $2`,
    [alarm.kind, alarm.subject, new Date(app.clock.now())],
  );
}
