// The decision about the payment that was found, below the answer: made or proposed without opening another page. Each
// kind is loaded when it is needed.
import { Stack } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Finding } from './queries.ts';

const InvoiceDecision = lazy(async () => ({
  default: (await import('../invoices/decision.tsx')).InvoiceDecision,
}));
const DepositDecision = lazy(async () => ({
  default: (await import('../inbox/decision.tsx')).DepositDecision,
}));
const HeldPaymentDecision = lazy(async () => ({
  default: (await import('../transactions/held-payment.tsx')).HeldPaymentDecision,
}));

const UNMATCHED: readonly Finding['code'][] = [
  'below_minimum',
  'unmatched',
  'wrong_asset',
  'wrong_network',
];

/** Whether a person decides about it as an unmatched payment. */
export function isUnmatched({ code, deposit_id: deposit }: Finding): boolean {
  return UNMATCHED.includes(code) && deposit !== null;
}

export function Decision({ finding }: { readonly finding: Finding }) {
  const shown = decisionOf(finding);
  if (shown === null) return null;
  return (
    <Suspense>
      <Stack gap="md">{shown}</Stack>
    </Suspense>
  );
}

function decisionOf(finding: Finding): ReactNode {
  const { project_id: project, deposit_id, channel_payment_id, object, code } = finding;
  if (project === null) return null;
  if (isUnmatched(finding) && deposit_id !== null)
    return <DepositDecision {...{ project, id: deposit_id }} />;
  if (code !== 'held') return null;
  if (channel_payment_id !== null)
    return <HeldPaymentDecision {...{ project, id: channel_payment_id }} isHeld />;
  return object?.type === 'invoice' ? <InvoiceDecision {...{ project, id: object.id }} /> : null;
}
