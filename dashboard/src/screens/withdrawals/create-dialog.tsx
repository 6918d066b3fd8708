// Sends coins in two steps: the request, with current network fees; then the exact price, which is valid for 30
// seconds, with the policy decision. Nothing is sent before it is confirmed.
import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { merchant, operator } from '../../shared/api.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { accountsOf, coinsOf } from '../../shared/queries.ts';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { quoteExpiry } from '../../shared/ui/quote.tsx';
import { amountIn, moneyText } from '../../shared/ui/values.tsx';
import {
  FeeLevels,
  newWithdrawal,
  type Quote,
  QuoteDialog,
  requestedCurrency,
  requestOf,
  type WithdrawalForm,
} from './quote-step.tsx';

interface Props {
  readonly project: string;
  readonly onClose: () => void;
}

const FORMS = ['received_amount', 'charged_amount_to_send', 'charged_amount'] as const;

export function CreateDialog({ project, onClose }: Props) {
  const t = useTexts('withdrawals');
  const { locale } = useLanguage();
  const [quote, setQuote] = useState<Quote>();
  const { form, field, work, dialog } = useFormAction({
    initialValues: newWithdrawal,
    run: async (values, attempt) => {
      const { amount, address } = values;
      const money = moneyText(locale, { amount, currency: requestedCurrency(values) });
      const options = { attempt, confirms: t.confirms({ money, address }) };
      const withdrawal = await merchant(project)(
        'createCoinWithdrawal',
        requestOf(values),
        options,
      );
      const { decision } = await operator('withdrawals.show', { withdrawal_id: withdrawal.id });
      return { withdrawal, decision };
    },
    onDone: (found) => setQuote({ ...found, until: quoteExpiry() }),
    onFailed: () => setQuote(undefined),
    errorsOf: asFields,
  });
  if (quote !== undefined)
    return (
      <QuoteDialog
        {...{ project, quote, onClose }}
        isLoading={work.isPending}
        onAgain={() => work.start(form.values)}
        onBack={() => setQuote(undefined)}
      />
    );
  return (
    <FormDialog title={t.create} action={t.preview} onClose={onClose} {...dialog}>
      <Sides project={project} form={form} />
      <TextInput
        label={t.address}
        description={t.addressHint}
        required
        data-autofocus
        {...field('address')}
      />
      <AmountInput
        label={t.amount}
        unit={requestedCurrency(form.values)}
        required
        {...field('amount')}
      />
      <NativeSelect
        label={t.amountType}
        data={FORMS.map((value) => ({ value, label: t[value] }))}
        {...field('form')}
      />
      <FeeLevels project={project} form={form} />
      <TextInput label={t.reference} description={t.optional} {...field('custom_id')} />
    </FormDialog>
  );
}

function asFields(errors: Readonly<Record<string, string>>): Record<string, string> {
  const amount = FORMS.map((name) => errors[name]).find((error) => error !== undefined);
  const coin = errors['received_currency'] ?? errors['network'];
  return {
    ...errors,
    ...(amount !== undefined && { amount }),
    ...(coin !== undefined && { coin }),
  };
}

interface SidesProps {
  readonly project: string;
  readonly form: UseFormReturnType<WithdrawalForm>;
}

function Sides({ project, form }: SidesProps) {
  const t = useTexts('withdrawals');
  const { locale } = useLanguage();
  const accounts = useQuery(accountsOf(project));
  const coins = useQuery(coinsOf(project));
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
