// Sends coins in two steps: the request, with current network fees; then the exact price, which is valid for 30
// seconds, with the policy decision. Nothing is sent before it is confirmed.
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { now, SECOND } from '../../shared/clock.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import { QUOTE_SECONDS } from '../../shared/ui/countdown.tsx';
import { Dialog } from '../../shared/ui/dialogs.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { amountIn, moneyText } from '../../shared/ui/values.tsx';
import { balances, quoteWithdrawal, sendableCoins } from './queries.ts';
import {
  FeeLevels,
  newWithdrawal,
  type Quote,
  QuoteStep,
  requestedCurrency,
  requestOf,
  type WithdrawalForm,
} from './quote-step.tsx';

interface Props {
  readonly project: string;
  readonly onClose: () => void;
}

export function CreateDialog({ project, onClose }: Props) {
  const t = useTexts('withdrawals');
  const { cancel } = useTexts('common');
  const { locale } = useLanguage();
  const means = useTexts('withdrawals');
  const [quote, setQuote] = useState<Quote>();
  const form = useForm({ initialValues: newWithdrawal });
  const quoteRequest = useAction({
    run: (values: WithdrawalForm, attempt) => {
      const requested = { amount: values.amount, currency: requestedCurrency(values) };
      const confirms = t.confirms({ money: moneyText(locale, requested), address: values.address });
      return quoteWithdrawal(project, requestOf(values), { attempt, confirms });
    },
    onDone: (found) => setQuote({ ...found, until: now() + QUOTE_SECONDS * SECOND }),
    onFailed: (error) => {
      setQuote(undefined);
      form.setErrors(asFields(fieldErrors(error)));
    },
  });
  return (
    <Dialog opened onClose={onClose} title={quote === undefined ? t.create : t.confirmTitle}>
      {quote === undefined ? (
        <form onSubmit={form.onSubmit((values) => quoteRequest.start(values))}>
          <Stack gap="md">
            <Sides project={project} form={form} />
            <TextInput
              label={t.address}
              description={t.addressHint}
              required
              data-autofocus
              {...form.getInputProps('address')}
            />
            <AmountInput
              label={t.amount}
              unit={requestedCurrency(form.values)}
              required
              {...form.getInputProps('amount')}
            />
            <NativeSelect
              label={t.amountType}
              data={[
                { value: 'received_amount', label: means.received_amount },
                { value: 'charged_amount_to_send', label: means.charged_amount_to_send },
                { value: 'charged_amount', label: means.charged_amount },
              ]}
              {...form.getInputProps('form')}
            />
            <FeeLevels project={project} form={form} />
            <TextInput
              label={t.reference}
              description={t.optional}
              {...form.getInputProps('custom_id')}
            />
            {quoteRequest.isError && <Failed error={quoteRequest.error} />}
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={onClose}>
                {cancel}
              </Button>
              <Button type="submit" loading={quoteRequest.isPending}>
                {t.preview}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <QuoteStep
          project={project}
          quote={quote}
          again={quoteRequest}
          onAgain={() => quoteRequest.start(form.values)}
          onBack={() => setQuote(undefined)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** Maps errors of several API fields to one form field. */
function asFields(errors: Readonly<Record<string, string>>): Record<string, string> {
  const amount =
    errors['received_amount'] ?? errors['charged_amount_to_send'] ?? errors['charged_amount'];
  const coin = errors['received_currency'] ?? errors['network'];
  return {
    ...errors,
    ...(amount !== undefined && { amount }),
    ...(coin !== undefined && { coin }),
  };
}

type Form = ReturnType<typeof useForm<WithdrawalForm>>;

/** The account that pays, and the coin that is sent. */
function Sides({ project, form }: { readonly project: string; readonly form: Form }) {
  const t = useTexts('withdrawals');
  const { locale } = useLanguage();
  const accounts = useQuery(balances(project));
  const coins = useQuery(sendableCoins(project));
  return (
    <>
      <NativeSelect
        label={t.account}
        data={(accounts.data ?? []).map(({ currency, available }) => ({
          value: currency,
          label: `${currency} – ${t.available({ amount: amountIn(locale, available, currency) })}`,
        }))}
        {...form.getInputProps('charged_currency')}
      />
      <NativeSelect
        label={t.coin}
        data={(coins.data ?? []).flatMap(({ currency, name, networks }) =>
          networks
            .filter(({ coin_withdrawals: { enabled } }) => enabled)
            .map((network) => ({
              value: `${currency} ${network.network}`,
              label: networks.length > 1 ? `${name}, ${network.name}` : `${name} (${currency})`,
            })),
        )}
        {...form.getInputProps('coin')}
      />
    </>
  );
}
