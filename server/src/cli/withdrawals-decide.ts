// `chaintill withdrawals release|cancel|approve|refuse`: what the operator and approvers decide about withdrawals
// that wait for a person.
import type { Command } from 'commander';
import type { App } from '../app.ts';
import type { Assembled } from '../assemble.ts';
import { known } from '../core/assert.ts';
import { formatAmount } from '../core/money.ts';
import type { Tx } from '../db/database.ts';
import { loadProject } from '../projects/project.ts';
import { cancelWithdrawal, retryWithdrawal } from '../treasury/cancel.ts';
import type { Treasury } from '../treasury/treasury.ts';
import { voidWithdrawal } from '../treasury/void.ts';
import { vouchedRound } from '../treasury/vouched.ts';
import {
  type ApproverClaim,
  approveWithdrawal,
  noteRefusal,
  refuseOnHold,
} from '../withdrawals/approve.ts';
import { releaseWithdrawal } from '../withdrawals/follow.ts';
import { newPriceOf, priceText } from '../withdrawals/reprice.ts';
import type { WithdrawalRow } from '../withdrawals/withdrawal.ts';
import { findNamedWithdrawal } from './find-withdrawal.ts';
import { readSecret } from './read-secret.ts';
import { action, print, withApp } from './run.ts';

const CODE_HELP = '\nThe code is asked for on the terminal, or read from standard input.\n';
const SENDING = 'it is sent as soon as the node takes it';

export function addDecisionCommands(withdrawals: Command): void {
  addReleaseCommand(withdrawals);
  addCancelCommand(withdrawals);
  addVoidCommand(withdrawals);
  addRetryCommand(withdrawals);
  addApproveCommand(withdrawals);
  addRefuseCommand(withdrawals);
}

function addReleaseCommand(withdrawals: Command): void {
  withdrawals
    .command('release <withdrawal_id>')
    .description('Send a withdrawal that is on hold, unless a rule wants it approved')
    .addHelpText('after', '\nExample:\n  chaintill withdrawals release 0199...')
    .action(
      action((id: string) =>
        withApp(async (app, assembled) => {
          const row = await findNamedWithdrawal(app, id);
          const released = await releaseWithdrawal(app, { id: row.project_id }, row.id);
          await tellReleased(assembled, { before: row, after: released });
        }),
      ),
    );
}

function addCancelCommand(withdrawals: Command): void {
  withdrawals
    .command('cancel <withdrawal_id>')
    .description(
      'Give up a withdrawal of which nothing was signed; the account gets everything back',
    )
    .requiredOption('--reason <text>', 'why; kept with the withdrawal')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill withdrawals cancel 0199... --reason "the customer asked for it"',
    )
    .action(
      action((id: string, { reason }: { reason: string }) =>
        withApp(async (app, assembled) => {
          const row = await findNamedWithdrawal(app, id);
          const first = (tx: Tx) => noteRefusal(tx, app, { row, reason });
          await cancel(assembled, { row, reason, first });
          print(`Cancelled ${row.id}: the account has the money back`);
        }),
      ),
    );
}

function addVoidCommand(withdrawals: Command): void {
  withdrawals
    .command('void <withdrawal_id>')
    .description(
      'End a withdrawal that is signed and not in a block: what it spends goes back to us, then it is cancelled',
    )
    .requiredOption('--reason <text>', 'why; kept with the withdrawal')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill withdrawals void 0199... --reason "the node refuses it as dust"',
    )
    .action(
      action((id: string, { reason }: { reason: string }) =>
        withApp(async (app, { treasuries }) => {
          const row = await findNamedWithdrawal(app, id);
          const treasury = sendable(treasuries.get(row.received_currency), row);
          const wish = { projectId: row.project_id, id: row.id, reason };
          const txid = await voidWithdrawal(app, treasury, wish);
          const end = txid === null ? 'its transfer has expired' : `${txid} is final`;
          print(
            `${row.id} is being voided: once ${end} it is cancelled, and the account has all back`,
          );
        }),
      ),
    );
}

function addRetryCommand(withdrawals: Command): void {
  withdrawals
    .command('retry <withdrawal_id>')
    .description('Send a failed withdrawal anew, of which nothing is or can be in the chain')
    .addHelpText('after', '\nExample:\n  chaintill withdrawals retry 0199...')
    .action(
      action((id: string) =>
        withApp(async (app, { treasuries }) => {
          const row = await findNamedWithdrawal(app, id);
          const treasury = sendable(treasuries.get(row.received_currency), row);
          const round = await vouchedRound(app, row.received_currency);
          const wish = { projectId: row.project_id, id: row.id, vouchedRound: round };
          await retryWithdrawal(app, treasury, wish);
          print(`${row.id} is pending again: ${SENDING}`);
        }),
      ),
    );
}

function addApproveCommand(withdrawals: Command): void {
  withdrawals
    .command('approve <withdrawal_id>')
    .description('Approve a withdrawal on hold; with the last approval needed it is sent')
    .requiredOption('--as <name>', 'the approver')
    .addHelpText(
      'after',
      `${CODE_HELP}\nExample:\n  chaintill withdrawals approve 0199... --as "Ada Byron"`,
    )
    .action(
      action((id: string, { as: name }: { as: string }) =>
        withApp(async (app, assembled) => {
          const before = await findNamedWithdrawal(app, id);
          await showPrice(app, before);
          const claim = await readClaim(app, id, name);
          const { given, needed, row } = await approveWithdrawal(app, claim);
          if (given < needed) print(`Approved ${claim.id}: ${given} of ${needed}`);
          else await tellReleased(assembled, { before, after: row });
        }),
      ),
    );
}

function addRefuseCommand(withdrawals: Command): void {
  withdrawals
    .command('refuse <withdrawal_id>')
    .description('Refuse a withdrawal on hold: it is cancelled, the account gets everything back')
    .requiredOption('--as <name>', 'the approver')
    .requiredOption('--reason <text>', 'why; kept with the withdrawal')
    .addHelpText(
      'after',
      `${CODE_HELP}\nExample:\n  chaintill withdrawals refuse 0199... --as "Ada Byron" --reason "not ours"`,
    )
    .action(
      action((id: string, { as: name, reason }: { as: string; reason: string }) =>
        withApp(async (app, assembled) => {
          const row = await findNamedWithdrawal(app, id);
          const claim = await readClaim(app, row.id, name);
          const first = (tx: Tx) => refuseOnHold(tx, app, { claim, reason });
          await cancel(assembled, { row, reason, first });
          print(`Refused ${row.id}: the account has the money back`);
        }),
      ),
    );
}

/** Before anybody decides: what it was charged, and what it would be now. */
async function showPrice(app: App, row: WithdrawalRow): Promise<void> {
  const project = known(await loadProject(app.db, row.project_id), 'it has a project');
  const text = priceText(app, row, newPriceOf(app, project, row));
  if (text !== null) print(text);
}

const TOO_DEAR = 'the price of its first day is over, and a new one is more than its maker allows';

/** Both values when it was priced anew; one that became too dear is cancelled. */
async function tellReleased(
  assembled: Assembled,
  { before, after }: { before: WithdrawalRow; after: WithdrawalRow },
): Promise<void> {
  if (after.status === 'on_hold') {
    await showPrice(assembled.app, after);
    await cancel(assembled, { row: after, reason: TOO_DEAR, first: async () => undefined });
    print(`Cancelled ${after.id}: ${TOO_DEAR}. The account has the money back`);
    return;
  }
  print(`Released ${after.id}: ${SENDING}`);
  if (after.repriced === null) return;
  const currency = known(assembled.app.currencies.get(after.charged_currency), 'registered');
  const [was, now] = [before, after].map((row) => formatAmount(row.charged_amount, currency));
  print(`Charged ${now} ${currency.code} at ${after.rate}, and not ${was} at ${before.rate}`);
}

/** Finds the withdrawal before it asks for the code. */
async function readClaim(app: App, id: string, name: string): Promise<ApproverClaim> {
  const row = await findNamedWithdrawal(app, id);
  const code = await readSecret(`Code of ${name}`);
  return { projectId: row.project_id, id: row.id, name, code };
}

async function cancel(
  { app, treasuries }: Assembled,
  facts: { row: WithdrawalRow; reason: string; first: (tx: Tx) => Promise<void> },
): Promise<void> {
  const { row, reason, first } = facts;
  const treasury = sendable(treasuries.get(row.received_currency), row);
  const round = await vouchedRound(app, row.received_currency);
  const wish = { projectId: row.project_id, id: row.id, reason, first, vouchedRound: round };
  await cancelWithdrawal(app, treasury, wish);
}

function sendable(treasury: Treasury | undefined, row: WithdrawalRow): Treasury {
  if (treasury !== undefined) return treasury;
  throw new NoTreasury(`${row.received_currency} cannot be sent as configured`);
}

class NoTreasury extends Error {
  override readonly name = 'NoTreasury';
}
