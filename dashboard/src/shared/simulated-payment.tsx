// Sandbox only: pays an invoice or a channel as its customer would. The service sends live events for what follows, so
// the screen fills in without a reload.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { operator } from './api.ts';
import type { OperatorApi } from './api-types.ts';
import { type Action, useAction } from './errors.ts';
import { useLanguage, useTexts } from './i18n.tsx';
import { AmountInput } from './ui/amount-input.tsx';
import { Failed, Section } from './ui/page.tsx';
import { moneyText } from './ui/values.tsx';

type Case = OperatorApi['invoices.simulate-payment']['input']['case'];
type Paid = OperatorApi['invoices.simulate-payment']['output'];

interface InvoiceProps {
  readonly project: string;
  readonly invoice: string;
  /** After the expiry, every payment is late. */
  readonly isExpired: boolean;
}

const IN_TIME = ['exact', 'partial', 'too_much', 'late', 'high_risk'] as const;

export function PayInvoice({ project, invoice, isExpired }: InvoiceProps) {
  const t = useTexts('sandbox');
  const { work, paid } = usePayment<Case>({
    run: (kind) => operator('invoices.simulate-payment', { invoice_id: invoice, case: kind }),
    refreshes: [['invoice', project]],
  });
  const cases: readonly Case[] = isExpired ? ['late'] : IN_TIME;
  return (
    <Section title={t.title} about={t.about}>
      <Group gap="sm">
        {cases.map((kind, n) => (
          <Button
            key={kind}
            variant={n === 0 ? 'filled' : 'default'}
            disabled={work.isPending}
            onClick={() => work.start(kind)}
          >
            {t[kind]}
          </Button>
        ))}
      </Group>
      {!isExpired && (
        <Text size="sm" c="dimmed">
          {t.lateHint}
        </Text>
      )}
      <Outcome {...{ work, paid }} />
    </Section>
  );
}

interface ChannelProps {
  readonly project: string;
  readonly channel: string;
  readonly currency: string;
}

export function PayChannel({ project, channel, currency }: ChannelProps) {
  const t = useTexts('sandbox');
  const [amount, setAmount] = useState('');
  const { work, paid } = usePayment<boolean>({
    run: (isHighRisk) =>
      operator('channels.simulate-payment', {
        channel_id: channel,
        high_risk: isHighRisk,
        ...(amount !== '' && { amount }),
      }),
    refreshes: [['channel', project]],
  });
  return (
    <Section title={t.title} about={t.about}>
      <Stack
        gap="md"
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          work.start(false);
        }}
      >
        <AmountInput
          label={t.amount}
          description={t.typical}
          unit={currency}
          value={amount}
          onChange={setAmount}
          maw="20rem"
        />
        <Group gap="sm">
          <Button type="submit" loading={work.isPending}>
            {t.pay}
          </Button>
          <Button variant="default" disabled={work.isPending} onClick={() => work.start(true)}>
            {t.high_risk}
          </Button>
        </Group>
      </Stack>
      <Outcome {...{ work, paid }} />
    </Section>
  );
}

function usePayment<Values>(action: Pick<Action<Values, Paid>, 'run' | 'refreshes'>) {
  const [paid, setPaid] = useState<Paid['paid'] | null>(null);
  const work = useAction({
    ...action,
    onDone: ({ paid: money }) => setPaid(money),
    onFailed: () => setPaid(null),
  });
  return { work, paid };
}

interface OutcomeProps {
  readonly work: { readonly isError: boolean; readonly error: unknown };
  readonly paid: Paid['paid'] | null;
}

function Outcome({ work, paid }: OutcomeProps) {
  const t = useTexts('sandbox');
  const { locale } = useLanguage();
  if (work.isError) return <Failed error={work.error} />;
  return (
    <Text role="status" size="sm">
      {paid === null ? '' : t.sent({ money: moneyText(locale, paid) })}
    </Text>
  );
}
