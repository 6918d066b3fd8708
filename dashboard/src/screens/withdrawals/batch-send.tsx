// Sends the rows of a file that wait: says how many and what they come to, and what a proof confirms, each with its address.
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useLanguage, useMessages } from '../../shared/i18n.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { moneyText } from '../../shared/ui/money.tsx';
import type { BatchRow } from './batch-file.ts';
import { batchMessages } from './batch-messages.ts';
import type { DryRunResult } from './queries.ts';
import type { Batch } from './use-batch.ts';

interface Props {
  readonly batch: Batch;
  readonly waiting: readonly BatchRow[];
  readonly charged: DryRunResult['charged'] | null;
}

export function BatchSend({ batch, waiting, charged }: Props) {
  const t = useMessages(batchMessages);
  const { locale } = useLanguage();
  const [isAsking, setAsking] = useState(false);
  const sum = charged?.map((money) => moneyText(locale, money)).join(', ') ?? null;
  const isFirst = waiting.length === batch.rows.length;
  const action = isFirst ? t.send(waiting.length) : t.goOn(waiting.length);
  return (
    <Group gap="md">
      <Button onClick={() => setAsking(true)} loading={batch.isRunning}>
        {action}
      </Button>
      {sum !== null && <Text fw={600}>{t.sum(sum)}</Text>}
      {isAsking && (
        <ConfirmDialog
          title={t.sendTitle}
          action={action}
          run={async () =>
            batch.send([t.confirms(waiting.length, sum), ...waiting.map(sentIn(locale))])
          }
          onClose={() => setAsking(false)}
        >
          {t.what(waiting.length, sum)}
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
