// Exactly once, wherever the process dies: a batch is cut at every statement and after every commit of its creation,
// check, sending and approval, and another process continues. In the end each valid row has one withdrawal, the money
// is debited once, and the batch is completed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { AppError } from '../../src/core/errors.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { approveBatch } from '../../src/payout-batches/approve.ts';
import { createBatch, sendBatch } from '../../src/payout-batches/create.ts';
import { payoutBatchesWorker } from '../../src/payout-batches/worker.ts';
import { addApprover } from '../../src/policy/approvers.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { interruptedDatabase } from '../flows/interrupted-database.ts';
import { publishPolicy } from '../policy/support.ts';
import { crashTestTimeout, strideOr } from '../support/crash-stride.ts';
import { credit } from '../support/funds.ts';
import { otherApp } from '../support/other-app.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { ADDRESSES, HEAD } from './support.ts';

const STRIDE = strideOr(5);
const PERSON = { key: 'user:root', name: 'root' };
/** Longer than the lease of a batch. */
const LATER = 2 * MINUTE;

let world: World;
let merchant: Merchant;
let code: string;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC'], sends: false });
  merchant = await world.merchant();
  await credit(world, merchant, { BTC: '100' });
  const rule = { name: 'large', when: { amountAbove: '700' }, do: { hold: 1 } };
  await publishPolicy(world, merchant, rule);
  code = await addApprover(world.app, merchant.project.id, { name: 'Ada', apiKey: null });
});
afterAll(() => world.close());

type Step = (app: App) => Promise<unknown>;

const work: Step = (app) => runDueWork(app, [payoutBatchesWorker]);

/** Repeating a step has no second effect. */
function stepsOf(id: string): readonly Step[] {
  const projectId = merchant.project.id;
  const text = [
    HEAD,
    `${ADDRESSES[0]},0.001,BTC,${id}-1`,
    `nowhere,0.001,BTC,${id}-2`,
    `${ADDRESSES[1]},0.05,BTC,${id}-3`,
    `${ADDRESSES[2]},0.05,BTC,${id}-4`,
  ].join('\n');
  const batch = { projectId, id, name: 'file', text, paysAgain: false };
  const approval = { projectId, id, name: 'Ada', code };
  return [
    (app) => createBatch(app, batch, PERSON),
    work,
    (app) => sendBatch(app, { projectId, id }, PERSON),
    work,
    (app) => approveBatch(app, approval).catch(ignoreRepeated),
    work,
  ];
}

function ignoreRepeated(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'already_approved') throw error;
}

/** Returns whether the process died. */
async function runCut(steps: readonly Step[], plan: { at: number; when: 'before' | 'after' }) {
  const cut = interruptedDatabase(world.app.db, plan);
  const mortal = otherApp(world.app, { db: cut.db });
  for (const step of steps) {
    if (!cut.isDead()) await step(mortal).catch((error) => rethrowUnless(cut.isDead(), error));
    if (!cut.isDead()) continue;
    await world.advance(LATER);
    await step(world.app);
  }
  return cut.isDead();
}

function rethrowUnless(isDead: boolean, error: unknown): void {
  if (!isDead) throw error;
}

async function available(): Promise<bigint> {
  const [row] = await world.app.db.query<{ left: bigint }>(
    `select balance - held as left from ledger_accounts
     where project_id = $1 and kind = 'available' and currency = 'BTC'`,
    [merchant.project.id],
  );
  return row?.left ?? 0n;
}

async function check(id: string, before: bigint, place: string): Promise<void> {
  const rows = await world.app.db.query<{ status: string; charged: bigint | null }>(
    `select coalesce(w.status, r.status) as status, w.charged_amount as charged
     from payout_batch_rows r
     left join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
     where r.batch_id = $1 order by r.n`,
    [id],
  );
  const statuses = rows.map(({ status }) => status);
  expect(statuses, place).toEqual(['pending', 'refused', 'pending', 'pending']);
  const made = await world.app.db.query('select 1 from coin_withdrawals where custom_id like $1', [
    `${id}-%`,
  ]);
  expect(made, place).toHaveLength(3);
  const charged = rows.reduce((sum, row) => sum + (row.charged ?? 0n), 0n);
  expect(before - (await available()), place).toBe(charged);
}

test(
  'a batch is created, checked, sent and approved once, whichever statement is the last',
  async () => {
    let crashes = 0;
    for (const when of ['before', 'after'] as const)
      for (let at = 1; ; at += STRIDE) {
        const id = crypto.randomUUID();
        const before = await available();
        const isCut = await runCut(stepsOf(id), { at, when });
        await check(id, before, `${when} ${at}`);
        if (!isCut) break;
        crashes += 1;
      }
    expect(crashes * STRIDE).toBeGreaterThan(60);
    expect(await auditLedger(world.app.db)).toEqual([]);
  },
  crashTestTimeout(180_000),
);
