// Sends the pending rows of a file. Shows their number and total, and the step-up confirms them with every address.
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { moneyText } from '../../shared/ui/values.tsx';
import type { BatchRow } from './batch-file.ts';
import type { DryRunResult } from './queries.ts';
import type { Batch } from './use-batch.ts';

interface Props {
  readonly batch: Batch;
  readonly waiting: readonly BatchRow[];
  readonly charged: DryRunResult['charged'] | null;
}

export function BatchSend({ batch, waiting, charged }: Props) {
  const t = useTexts('withdrawals').batchFile;
  const { locale } = useLanguage();
  const [isConfirming, setConfirming] = useState(false);
  const amountText = charged?.map((money) => moneyText(locale, money)).join(', ') ?? null;
  const isFirst = waiting.length === batch.rows.length;
  const count = waiting.length;
  const action = isFirst ? t.send({ count }) : t.goOn({ count });
  const confirms =
    amountText === null ? t.confirms({ count }) : t.confirmsPriced({ count, sum: amountText });
  return (
    <Group gap="md">
      <Button onClick={() => setConfirming(true)} loading={batch.isRunning}>
        {action}
      </Button>
      {amountText !== null && <Text fw={600}>{t.sum({ sum: amountText })}</Text>}
      {isConfirming && (
        <ConfirmDialog
          title={t.sendTitle}
          action={action}
          run={async () => batch.send([confirms, ...waiting.map(sentIn(locale))])}
          onClose={() => setConfirming(false)}
        >
          {amountText === null ? t.what({ count }) : t.whatPriced({ count, sum: amountText })}
        </ConfirmDialog>
      )}
    </Group>
  );
}

const sentIn =
  (locale: string) =>
  ({ request }: BatchRow): string => {
    const { amount = '', amount_currency: currency = '', received_currency, address } = request;
    const coin = currency === received_currency ? '' : ` (${received_currency})`;
    return `${moneyText(locale, { amount, currency })}${coin} → ${address}`;
  };
