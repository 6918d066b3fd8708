// The statuses of payout batches and of their rows. A row with a withdrawal has its status.
import { useTexts } from '../../shared/i18n.tsx';
import { Status, useStatusNames, withdrawalStatus } from '../../shared/statuses.tsx';
import classes from '../../shared/ui/text.module.css';
import type { BatchRow, BatchSummary } from './batch-queries.ts';

const TONES: Readonly<Record<BatchSummary['status'], string>> = {
  checking: 'calm',
  ready: 'careful',
  sending: 'calm',
  completed: 'good',
  cancelled: 'quiet',
};

export function BatchStatus({ value }: { readonly value: BatchSummary['status'] }) {
  const t = useTexts('withdrawals').batchFile.statuses;
  return (
    <span className={classes.status} data-tone={TONES[value]}>
      {t[value]}
    </span>
  );
}

export function useRowStatusNames(): Readonly<Record<BatchRow['status'], string>> {
  const t = useTexts('withdrawals').batchFile.rowStatuses;
  return { ...useStatusNames(withdrawalStatus), ...t };
}

export function RowStatus({ value }: { readonly value: BatchRow['status'] }) {
  const t = useTexts('withdrawals').batchFile.rowStatuses;
  if (value !== 'waiting' && value !== 'refused')
    return <Status of={withdrawalStatus} value={value} />;
  return (
    <span className={classes.status} data-tone={value === 'refused' ? 'bad' : 'calm'}>
      {t[value]}
    </span>
  );
}
