// The first step of sending: in one committed transaction a withdrawal gets its transfer, planned to the last
// digit, with the inputs or the number that it uses up taken. From then on the row says what to do next.
import { withPool } from '../addresses/with-pool.ts';
import type { App } from '../app.ts';
import type { FeeQuotes, TransferPlan } from '../chains/transfers.ts';
import { newId } from '../core/ids.ts';
import type { Tx } from '../db/database.ts';
import { lockLedger } from '../ledger/post.ts';
import { type FeeBudget, feeBudget } from './fee-budget.ts';
import { writeJournal } from './journal.ts';
import { moveWithdrawal } from './move-withdrawal.ts';
import { reserveNumber } from './reserve-number.ts';
import { reserveOutputs } from './reserve-outputs.ts';
import { refreshSenders } from './senders.ts';
import { insertTransfer } from './store.ts';
import { PAYABLE_COLUMNS, type PayableWithdrawal, type Treasury } from './treasury.ts';
import { endShortage, keepWaiting, type WaitReason } from './waiting.ts';

/** Withdrawals looked at in one run. */
const BATCH_MAX = 50;

export interface ReserveFacts {
  readonly treasury: Treasury;
  readonly transferId: string;
  readonly withdrawal: PayableWithdrawal;
  readonly budget: FeeBudget;
  /** The best block: what is planned now is in none below. */
  readonly height: number;
}

/** A plan whose inputs or number are taken, or why there is none yet. */
export type Reserved = { readonly plan: TransferPlan } | { readonly reason: WaitReason };

/** Gives every withdrawal that is due its transfer; how many moved. */
export async function reserveDue(app: App, treasury: Treasury): Promise<number> {
  const due = await app.db.query<{ project_id: string; id: string }>(
    `select project_id, id from coin_withdrawals
     where received_currency = $1 and status = 'pending' and due_at <= $2
     order by due_at, project_id, id limit ${BATCH_MAX}`,
    [treasury.coin.code, new Date(app.clock.now())],
  );
  if (due.length === 0) return 0;
  if (treasury.network.model === 'sequence') await refreshSenders(app, treasury);
  const world = {
    treasury,
    quotes: await treasury.network.feeQuotes(),
    height: (await treasury.chain.tip()).height,
  };
  let moved = 0;
  for (const withdrawal of due) {
    if (await tryOne(app, { ...world, withdrawal })) moved += 1;
  }
  if (moved > 0) await endShortage(app.db, app, treasury.coin.code);
  return moved;
}

interface Wish {
  readonly treasury: Treasury;
  readonly quotes: FeeQuotes;
  readonly height: number;
  readonly withdrawal: { readonly project_id: string; readonly id: string };
}

/** One that cannot be planned holds up no other: it is put off, and shows that it is. */
async function tryOne(app: App, wish: Wish): Promise<boolean> {
  try {
    return await withPool(app, () => reserveOne(app, wish));
  } catch (error) {
    app.log.error({ err: error, withdrawal_id: wish.withdrawal.id }, 'a withdrawal is not planned');
    await app.db.transaction(async (tx) => {
      const withdrawal = await lockPending(tx, app, wish.withdrawal);
      if (withdrawal === null) return;
      const facts = { coin: wish.treasury.coin.code, withdrawal };
      await keepWaiting(tx, app, { ...facts, reason: 'cannot be planned' });
    });
    return false;
  }
}

/** True when it has a transfer now. */
function reserveOne(app: App, wish: Wish): Promise<boolean> {
  const { treasury, quotes } = wish;
  const coin = treasury.coin.code;
  const transferId = newId(app.clock, app.random);
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, wish.withdrawal.project_id);
    const withdrawal = await lockPending(tx, app, wish.withdrawal);
    if (withdrawal === null) return false;
    const budget = feeBudget(withdrawal, quotes);
    if (budget === null) {
      await keepWaiting(tx, app, { coin, withdrawal, reason: 'network fee above the budget' });
      return false;
    }
    const { height } = wish;
    const facts: ReserveFacts = { treasury, transferId, withdrawal, budget, height };
    const reserved = await reserve(tx, app, facts);
    if ('reason' in reserved) {
      await keepWaiting(tx, app, { coin, withdrawal, reason: reserved.reason });
      return false;
    }
    await store(tx, app, { ...facts, plan: reserved.plan });
    return true;
  });
}

function reserve(tx: Tx, app: App, facts: ReserveFacts): Promise<Reserved> {
  return facts.treasury.network.model === 'outputs'
    ? reserveOutputs(tx, app, facts)
    : reserveNumber(tx, app, facts);
}

/** Null when somebody else was faster, or it is no longer to be sent. */
async function lockPending(
  tx: Tx,
  app: App,
  withdrawal: { project_id: string; id: string },
): Promise<PayableWithdrawal | null> {
  const rows = await tx.query<PayableWithdrawal>(
    `select ${PAYABLE_COLUMNS} from coin_withdrawals
     where project_id = $1 and id = $2 and status = 'pending' and due_at <= $3
     order by project_id, id for update skip locked`,
    [withdrawal.project_id, withdrawal.id, new Date(app.clock.now())],
  );
  return rows[0] ?? null;
}

async function store(
  tx: Tx,
  app: App,
  facts: ReserveFacts & { plan: TransferPlan },
): Promise<void> {
  const { treasury, withdrawal, transferId, plan, budget } = facts;
  const { network, coin } = treasury;
  const shape = {
    inputs: 'inputs' in plan.origin ? plan.origin.inputs.length : 0,
    outputs: plan.outputs.map((output) => output.address),
  };
  let feeCap = network.feeFor(budget.cap, shape);
  // Change too small for an output of its own went to the fee.
  if (feeCap < plan.fee) feeCap = plan.fee;
  await insertTransfer(tx, app, {
    id: transferId,
    family: transferId,
    replaces: null,
    purpose: 'withdrawal',
    projectId: withdrawal.project_id,
    plan,
    feeCap,
    plannedHeight: facts.height,
    height: facts.height,
  });
  await tx.query(
    `insert into transfer_payments (coin, transfer_id, output_index, project_id, withdrawal_id)
     values ($1, $2, 0, $3, $4)`,
    [coin.code, transferId, withdrawal.project_id, withdrawal.id],
  );
  await writeJournal(tx, app, {
    coin: coin.code,
    transferId,
    step: 'reserved',
    facts: { withdrawal_id: withdrawal.id, fee: `${plan.fee}` },
  });
  await moveWithdrawal(tx, app, {
    treasury,
    move: {
      projectId: withdrawal.project_id,
      id: withdrawal.id,
      from: ['pending'],
      to: 'processing',
      transferId,
      txid: null,
      failure: null,
    },
  });
}
