// What `chaintill doctor` says of payouts that wait for the blocks that brought their money.
import type { App } from '../../app.ts';
import { FINAL_AFTER } from '../../payouts/plan/await-final.ts';
import type { Finding } from './finding.ts';

export async function checkFresh(app: App): Promise<Finding> {
  const rows = await app.db.query<{ n: number; projects: number; since: Date | null }>(
    `select count(*)::int as n, count(distinct p.project_id)::int as projects, min(committed_at) as since
     from payouts p join coin_withdrawals w on w.project_id = p.project_id and w.id = p.withdrawal_id
     where p.coin = any($1::text[]) and p.status = 'waiting'
       and p.wait_reason = 'awaits_final_blocks'`,
    [[...app.coins.keys()]],
  );
  const { n = 0, projects = 0, since = null } = rows[0] ?? {};
  const isLate = since !== null && since.getTime() + FINAL_AFTER <= app.clock.now();
  const text = `${n} of ${projects} ${projects === 1 ? 'project wait' : 'projects wait'} for final blocks`;
  return {
    check: 'payouts of fresh money',
    ok: !isLate,
    text: n === 0 ? 'none waits for final blocks' : text,
    hint: isLate
      ? 'is the chain of the deposits moving? else raise freshMoneyMaxEur of the project'
      : null,
  };
}
