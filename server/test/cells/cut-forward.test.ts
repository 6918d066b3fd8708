// Guarantee of telling a cell of what comes to old addresses: cut off at any statement or commit of either database,
// where the process dies or gets no answer, it is told when somebody tells again, and credited once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { forwardPayments } from '../../src/cells/forward.ts';
import { moveProject } from '../../src/cells/move.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { cutPatience, isThorough, strideOr } from '../support/cut-stride.ts';
import type { Merchant } from '../support/world.ts';
import { Cut, type Knife, underKnife } from './knife.ts';
import { apiAt, merchantWithHistory, openTwoCells, type TwoCells } from './two-cells.ts';

/** What a deposit of BTC of any amount needs. */
const FINAL = 6;
const ways = ['dies', 'gets no answer'] as const;

let two: TwoCells;
beforeAll(async () => {
  two = await openTwoCells();
});
afterAll(() => two.close());

/** False: it has not so many places. */
async function forwardCut(projectId: string, knife: Knife): Promise<boolean> {
  const look = () => Promise.resolve();
  const under = (app: App) => underKnife(app, knife, look);
  const cells = { ...two.cells, from: under(two.here.app), to: under(two.there.app) };
  const outcome = await forwardPayments(cells, projectId).catch((error: unknown) => error);
  if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Cut);
  return knife.left <= 0;
}

/** As it was before somebody told. */
async function forget(projectId: string): Promise<void> {
  await two.here.database.owner.query('update deposits set told = null where project_id = $1', [
    projectId,
  ]);
}

/** As it was before somebody heard of what is in no books yet. */
async function forgetSeen(projectId: string): Promise<void> {
  await two.there.database.owner.query(
    `delete from deposits where project_id = $1 and booked_at is null and not is_unmatched`,
    [projectId],
  );
}

async function paidAmounts(projectId: string): Promise<unknown> {
  await two.there.settle();
  return two.there.app.db.query(
    `select status, paid_amount::text, (select count(*) from deposits d where d.owner_id = i.id)::int as deposits
     from invoices i where project_id = $1 order by id`,
    [projectId],
  );
}

async function balances(merchant: Merchant): Promise<string> {
  return JSON.stringify((await apiAt(two.there, merchant).accounts.list()).data);
}

test.for(ways)(
  'cut at any place, whose process %s, it is told again, and credited once',
  { timeout: cutPatience(120_000) },
  async (what) => {
    const merchant = await merchantWithHistory(two.here);
    const { id } = merchant.project;
    await moveProject(two.cells, id);
    await forwardPayments(two.cells, id);
    const seen = await paidAmounts(id);
    const stride = strideOr(5);
    let at = 1;
    for (; ; at += stride) {
      await forget(id);
      await forgetSeen(id);
      if (!(await forwardCut(id, { left: at, what }))) break;
      expect(await forwardPayments(two.cells, id)).toBeGreaterThanOrEqual(0);
      expect(await paidAmounts(id), `seen, at ${at}`).toEqual(seen);
    }
    await two.here.mine('BTC', FINAL);
    await forwardPayments(two.cells, id);
    const credited = { paid: await paidAmounts(id), balances: await balances(merchant) };
    expect(JSON.stringify(credited.paid)).toContain('completed');
    for (let again = 1; ; again += stride) {
      await forget(id);
      if (!(await forwardCut(id, { left: again, what }))) break;
      await forwardPayments(two.cells, id);
      expect(await paidAmounts(id), `final, at ${again}`).toEqual(credited.paid);
      expect(await balances(merchant)).toBe(credited.balances);
    }
    if (isThorough) process.stdout.write(`told, ${what}: ${at - 1} places\n`);
    expect(at).toBeGreaterThan(20);
    for (const { app } of [two.here, two.there]) expect(await auditLedger(app.db)).toEqual([]);
  },
);
