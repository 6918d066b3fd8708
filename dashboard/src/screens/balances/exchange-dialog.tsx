// Exchanges between two accounts in two steps: the request, then the exact quote, which is valid for 30 seconds.
// Nothing is exchanged before it is confirmed.
import type { ExchangeTransfer } from '@chaintill/client';
import { Alert, Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { merchant } from '../../shared/api.ts';
import { now, SECOND } from '../../shared/clock.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import { Countdown, QUOTE_SECONDS, useSecondsLeft } from '../../shared/ui/countdown.tsx';
import { Dialog } from '../../shared/ui/dialogs.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { amountIn, Fact, Facts, Money, moneyText, Rate } from '../../shared/ui/values.tsx';
import { type Position, quoteExchange } from './queries.ts';

interface Props {
  readonly project: string;
  readonly positions: readonly Position[];
  readonly onClose: () => void;
}

interface Quote {
  readonly transfer: ExchangeTransfer;
  /** The expiry, in milliseconds of the browser's clock. */
  readonly until: number;
}

const initialValues = {
  charged_currency: 'BTC',
  received_currency: 'EUR',
  amount: '',
  form: 'charged_amount' as 'charged_amount' | 'received_amount',
};
type Values = typeof initialValues;

export function ExchangeDialog({ project, positions, onClose }: Props) {
  const t = useTexts('balances');
  const { cancel } = useTexts('common');
  const client = useQueryClient();
  const [quote, setQuote] = useState<Quote>();
  const form = useForm({ initialValues });
  const quoteRequest = useAction({
    run: ({ amount, form: meaning, ...currencies }: Values, attempt) =>
      quoteExchange(
        project,
        { ...currencies, [meaning]: amount },
        { attempt, confirms: t.exchange },
      ),
    onDone: (transfer) => {
      void client.invalidateQueries({ queryKey: ['account', project] });
      setQuote({ transfer, until: now() + QUOTE_SECONDS * SECOND });
    },
    onFailed: (error) => {
      setQuote(undefined);
      const errors = fieldErrors(error);
      const amount = errors['charged_amount'] ?? errors['received_amount'];
      form.setErrors({ ...errors, ...(amount !== undefined && { amount }) });
    },
  });
  const { locale } = useLanguage();
  const currencies = positions.map(({ currency, available }) => ({
    value: currency,
    label: `${currency} – ${t.amountAvailable({ amount: amountIn(locale, available, currency) })}`,
  }));
  return (
    <Dialog opened onClose={onClose} title={quote === undefined ? t.exchange : t.confirmTitle}>
      {quote === undefined ? (
        <form onSubmit={form.onSubmit((values) => quoteRequest.start(values))}>
          <Stack gap="md">
            <NativeSelect
              label={t.give}
              data={currencies}
              {...form.getInputProps('charged_currency')}
            />
            <NativeSelect
              label={t.get}
              data={currencies}
              {...form.getInputProps('received_currency')}
            />
            <AmountInput
              label={t.amount}
              unit={
                form.values.form === 'charged_amount'
                  ? form.values.charged_currency
                  : form.values.received_currency
              }
              required
              data-autofocus
              {...form.getInputProps('amount')}
            />
            <NativeSelect
              label={t.amountType}
              data={[
                { value: 'charged_amount', label: t.isGiven },
                { value: 'received_amount', label: t.isGot },
              ]}
              {...form.getInputProps('form')}
            />
            {quoteRequest.isError && <Failed error={quoteRequest.error} />}
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={onClose}>
                {cancel}
              </Button>
              <Button type="submit" loading={quoteRequest.isPending}>
                {t.quote}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Confirm
          project={project}
          quote={quote}
          isLoading={quoteRequest.isPending}
          onAgain={() => quoteRequest.start(form.values)}
          onBack={() => setQuote(undefined)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface ConfirmProps {
  readonly project: string;
  readonly quote: Quote;
  readonly isLoading: boolean;
  readonly onAgain: () => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function Confirm({ project, quote, isLoading, onAgain, onBack, onClose }: ConfirmProps) {
  const t = useTexts('balances');
  const client = useQueryClient();
  const left = useSecondsLeft(quote.until);
  const { transfer } = quote;
  const { locale } = useLanguage();
  const textOf = (amount: string, currency: string) => moneyText(locale, { amount, currency });
  const given = textOf(transfer.charged_amount, transfer.charged_currency);
  const got = textOf(transfer.received_amount, transfer.received_currency);
  const commit = useAction({
    run: (_: undefined, attempt) =>
      merchant(project)(
        'commitExchangeTransfer',
        { id: transfer.id },
        { attempt, confirms: t.confirms({ given, got }) },
      ),
    onDone: () => {
      void client.invalidateQueries({ queryKey: ['account', project] });
      onClose();
    },
  });
  return (
    <Stack gap="md">
      <Facts>
        <Fact name={t.give}>
          <Money amount={transfer.charged_amount} currency={transfer.charged_currency} />
        </Fact>
        <Fact name={t.get}>
          <strong>
            <Money amount={transfer.received_amount} currency={transfer.received_currency} />
          </strong>
        </Fact>
        <Fact name={t.rate}>
          <Rate
            exchange={transfer.exchange}
            between={[transfer.charged_currency, transfer.received_currency]}
          />
        </Fact>
        <Fact name={t.fee}>
          <Money amount={transfer.exchange.fee} currency={transfer.exchange.fee_currency} />
        </Fact>
      </Facts>
      {left > 0 ? (
        <Countdown left={left} of={QUOTE_SECONDS} label={t.holdsFor({ seconds: left })} />
      ) : (
        <Alert color="yellow" role="status">
          {t.over}
        </Alert>
      )}
      {commit.isError && <Failed error={commit.error} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onBack} disabled={commit.isPending}>
          {t.change}
        </Button>
        {left > 0 ? (
          <Button onClick={() => commit.start(undefined)} loading={commit.isPending} data-autofocus>
            {t.commit({ given, got })}
          </Button>
        ) : (
          <Button onClick={onAgain} loading={isLoading}>
            {t.again}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
