// Compares the wallet's rows with the chain: outputs that are unspent here but spent there, and numbers of our senders
// beyond the known ones. Runs when a process starts to send, and during a quarantine. At the start, only outputs whose
// spending blocks the watcher has not read are checked, because there may be a million (decision 82).
import type { App } from '../../app.ts';
import type { PlannedInput, TransferPlan } from '../../chains/transfers.ts';
import { defined } from '../../core/assert.ts';
import { type CoinWallet, networkCoinsOf } from '../coin-wallet.ts';
import { beginQuarantine } from '../quarantine.ts';
import { isSpentElsewhere } from './detect-foreign-spends.ts';
import { dropOutputs, foreignAmong, storeUnrecognised } from './unrecognised-spends.ts';

const OUTPUTS_AT_ONCE = 500;
const SENDERS_MAX = 200;
/** Numbers beyond the known ones that are checked; a single hit starts a quarantine. */
const NUMBERS_MAX = 50;

interface ExamineRequest {
  readonly coinWallet: CoinWallet;
  /** There is no unknown spend at or below this height. */
  readonly aboveHeight: number;
}

export async function examineAtStart(app: App, request: ExamineRequest): Promise<void> {
  if (request.coinWallet.network.model === 'outputs' && (await areSpendsChecked(app, request)))
    return;
  await examineWallet(app, request);
}

/** Whether the watcher compared all spends in the blocks above (detect-foreign-spends.ts). */
async function areSpendsChecked(
  app: App,
  { coinWallet, aboveHeight }: ExamineRequest,
): Promise<boolean> {
  const rows = await app.db.query(
    'select 1 from chain_cursors where coin = $1 and heeded_above <= $2',
    [coinWallet.coin.code, aboveHeight],
  );
  return rows.length > 0;
}

/** Starts a quarantine when it finds a spend that is not ours. */
export async function examineWallet(app: App, request: ExamineRequest): Promise<void> {
  if (isSpentElsewhere(app)) return;
  if (request.coinWallet.network.model === 'outputs') await examineOutputs(app, request);
  else await examineSenders(app, request);
}

async function examineOutputs(app: App, request: ExamineRequest): Promise<void> {
  let last = { txid: '', index: -1 };
  for (;;) {
    const outputs = await app.db.query<PlannedInput>(
      `select txid, output_index "index", address, amount from wallet_outputs
       where coin = $1 and status = 'unspent' and (txid, output_index) > ($2, $3)
       order by txid, output_index limit ${OUTPUTS_AT_ONCE}`,
      [request.coinWallet.coin.code, last.txid, last.index],
    );
    const end = outputs.at(-1);
    if (end === undefined) return;
    last = end;
    const subjects = outputs.map(({ txid, index }) => `${txid}:${index}`);
    await report(app, request, { kind: 'output', origin: { inputs: outputs }, subjects });
  }
}

async function examineSenders(app: App, request: ExamineRequest): Promise<void> {
  const { coinWallet } = request;
  // A sender that the node was never queried about has no known number.
  const senders = await app.db.query<{ address: string; next: number }>(
    `select s.address, greatest(s.confirmed_number, coalesce((select max(t.number) + 1 from transfers t
       where t.coin = s.coin and t.sender = s.address), 0)) as next
     from (
       (select * from wallet_senders where coin = $1 and is_hot)
       union
       (select * from wallet_senders where coin = $1 order by balance desc limit ${SENDERS_MAX})) s
     where s.checked_height > 0
     order by s.is_hot desc, s.balance desc, s.address`,
    [coinWallet.coin.code],
  );
  for (const { address, next } of senders) {
    const { nextNumber } = await coinWallet.network.account(address);
    const end = Math.min(nextNumber, next + NUMBERS_MAX);
    for (let number = next; number < end; number++) {
      const origin = { sender: address, number };
      await report(app, request, { kind: 'number', origin, subjects: [`${address}#${number}`] });
    }
  }
}

interface Question {
  readonly kind: 'output' | 'number';
  readonly origin: TransferPlan['origin'];
  readonly subjects: readonly string[];
}

async function report(app: App, request: ExamineRequest, question: Question): Promise<void> {
  const { coinWallet, aboveHeight } = request;
  const coin = coinWallet.coin.code;
  const plan: TransferPlan = { coin, origin: question.origin, outputs: [], fee: 0n };
  const spenders = await coinWallet.network.spendersOf(plan, aboveHeight);
  const txids = spenders.map((spender) => spender.txid);
  const foreign = await foreignAmong(app.db, networkCoinsOf(app, coin), txids);
  if (foreign.size === 0) return;
  await app.db.transaction(async (tx) => {
    for (const { index, txid, block } of spenders) {
      const subject = defined(question.subjects[index], 'a spender names what it spends');
      const status = foreign.get(txid);
      if (status === 'accepted' && question.kind === 'output')
        await dropOutputs(tx, coin, [subject]);
      if (status !== 'unknown') continue;
      await storeUnrecognised(tx, {
        coin,
        kind: question.kind,
        subject,
        txid,
        block,
        project_id: null,
      });
      const reason = { code: 'unrecognized_spend', txid, subject } as const;
      await beginQuarantine(tx, { coin, reason });
    }
  });
}
