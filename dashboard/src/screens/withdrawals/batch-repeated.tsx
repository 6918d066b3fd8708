// Rows that were already sent: same address, same amount and coin. They are skipped, or sent again on explicit request.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import type { BatchRow } from './batch-file.ts';
import { onceMore } from './batch-reference.ts';
import type { Found } from './batch-table.tsx';
import type { Batch } from './use-batch.ts';

interface Props {
  readonly batch: Batch;
  readonly repeated: readonly BatchRow[];
}

export function BatchRepeated({ batch, repeated }: Props) {
  const t = useTexts('withdrawals').batchFile;
  const [isConfirming, setConfirming] = useState(false);
  const again = new Set(repeated.map(({ attempt }) => attempt));
  const leaveOut = () => {
    const left = batch.rows.filter(({ attempt }) => !again.has(attempt));
    if (left.length === 0) batch.clear();
    else batch.take(left);
  };
  const payOnceMore = async () =>
    batch.take(batch.rows.map((row) => (again.has(row.attempt) ? onceMore(row) : row)));
  return (
    <Alert color="red" role="alert" title={t.repeated({ count: repeated.length })}>
      <Stack gap="sm">
        <Text size="sm">{t.repeatedWhy}</Text>
        <Group gap="sm">
          <Button onClick={leaveOut}>{t.leaveOut({ count: repeated.length })}</Button>
          <Button variant="default" onClick={() => setConfirming(true)}>
            {t.onceMore({ count: repeated.length })}
          </Button>
        </Group>
      </Stack>
      {isConfirming && (
        <ConfirmDialog
          title={t.onceMoreTitle}
          action={t.onceMore({ count: repeated.length })}
          isDangerous
          run={payOnceMore}
          onClose={() => setConfirming(false)}
        >
          {t.onceMoreWhat({ count: repeated.length })}
        </ConfirmDialog>
      )}
    </Alert>
  );
}

/** The generated reference is already in use, and that is the only problem. */
export function isRepeated({ round, attempt }: BatchRow, found: Found): boolean {
  const problems = found.get(attempt)?.problems ?? [];
  return (round ?? 0) > 0 && problems.every(({ code }) => code === 'duplicate_custom_id');
}
