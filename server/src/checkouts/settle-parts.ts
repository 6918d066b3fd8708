// Completes a checkout that is paid in parts as soon as enough is confirmed: its partly paid invoices settle for what
// has arrived, each at its own rate, without waiting for the end of their quotes.
import { defined } from '../core/assert.ts';
import { groupBy, sumOf } from '../core/group.ts';
import { decimal } from '../core/money.ts';
import type { Tx } from '../db/tx.ts';
import { type DepositRow, depositsOfOwners, isLive, isSettled } from '../deposits/deposit.ts';
import { storeSteps } from '../invoices/complete-assessed.ts';
import { planStep, type Step } from '../invoices/plan-step.ts';
import { lockInvoices } from '../invoices/store-invoices.ts';
import { loadProject } from '../projects/project.ts';
import { isEnough } from './decide-checkout.ts';
import type { Progress } from './progress.ts';

/** True when there was one. The caller holds the locks of the ledger and of the checkouts. */
export async function settleParts(
  tx: Tx,
  projectId: string,
  seen: readonly Progress[],
): Promise<boolean> {
  const paid = seen.filter(({ decision }) => decision.status === 'processing');
  const ids = paid.flatMap(partlyPaid);
  if (ids.length === 0) return false;
  const parts = groupBy(await planParts(tx, projectId, ids), ({ step }) => step.after.checkout_id);
  const steps = paid.flatMap((one) => enoughOf(one, parts.get(one.checkout.id) ?? []));
  await storeSteps(tx, { projectId, steps });
  return steps.length > 0;
}

function partlyPaid({ invoices, deposits }: Progress): string[] {
  const open = invoices.filter(({ status }) => status === 'new');
  return open.map(({ id }) => id).filter((id) => (deposits.get(id) ?? []).some(isSettled));
}

interface Part {
  readonly step: Step;
  /** More is about to be confirmed on it. */
  readonly isWaiting: boolean;
}

async function planParts(tx: Tx, projectId: string, ids: readonly string[]): Promise<Part[]> {
  const project = defined(await loadProject(tx, projectId), 'a checkout has a project');
  const invoices = await lockInvoices(tx, projectId, ids);
  const deposits = groupBy(await depositsOfOwners(tx, ids), ({ owner_id: id }) => id);
  const parts = invoices.map((invoice) => {
    const own = deposits.get(invoice.id) ?? [];
    const facts = { invoice, deposits: own, now: tx.now, settlesPart: true };
    return { step: planStep(tx.instance, project, facts), isWaiting: own.some(isUnconfirmed) };
  });
  return parts.filter(({ step }) => step.after.status === 'completed');
}

const isUnconfirmed = (deposit: DepositRow) => isLive(deposit) && !isSettled(deposit);

/**
 * Steps that complete the checkout, or none. A payment that is confirmed after its invoice is completed is unmatched
 * money, so invoices with unconfirmed payments are settled only when the others do not suffice.
 */
function enoughOf({ checkout, decision }: Progress, parts: readonly Part[]): Step[] {
  const tolerancePercent = decimal(checkout.tolerance_percent);
  const quiet = parts.filter(({ isWaiting }) => !isWaiting);
  const enough = [quiet, parts].find((some) => {
    const sum = sumOf(some, ({ step }) => step.after.price_amount);
    return isEnough({ checkout, tolerancePercent }, decision.paid + sum);
  });
  return (enough ?? []).map(({ step }) => step);
}
