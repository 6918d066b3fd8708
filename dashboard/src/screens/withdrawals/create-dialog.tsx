// Sends coins in two steps: the request, which starts with the address; then the exact price, which is valid for 30
// seconds, with the policy decision. Nothing is sent before it is confirmed.
import { Alert, Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { merchant, operator } from '../../shared/api.ts';
import { later } from '../../shared/clock.ts';
import { useErrorMessages } from '../../shared/errors.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { accountsOf } from '../../shared/queries.ts';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import classes from '../../shared/ui/create.module.css';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { quoteExpiry } from '../../shared/ui/quote.tsx';
import { amountIn } from '../../shared/ui/values.tsx';
import { CoinInputs, needsTag } from './coin-inputs.tsx';
import { FeeLevels } from './fee-levels.tsx';
import {
  chosenAccount,
  chosenCoin,
  newWithdrawal,
  requestOf,
  type WithdrawalForm,
  withDestination,
  withMoney,
} from './new-withdrawal.ts';
import { destinationOf } from './queries.ts';
import { exactMoney, type Quote, QuoteDialog } from './quote-step.tsx';

interface Props {
  readonly project: string;
  readonly onClose: () => void;
}

const FORMS = ['received_amount', 'charged_amount_to_send', 'charged_amount'] as const;

export function CreateDialog({ project, onClose }: Props) {
  const t = useTexts('withdrawals');
  const { locale } = useLanguage();
  const [quote, setQuote] = useState<Quote>();
  const { data: accounts } = useQuery(accountsOf(project));
  const { form, field, work, dialog } = useFormAction({
    initialValues: newWithdrawal,
    validate: (values: WithdrawalForm) => problemsOf(values),
    run: async (values, attempt) => {
      if (chosen === null) throw new Error('the form is not ready');
      const request = requestOf(values, chosen);
      const money = exactMoney(locale, { amount: values.amount, currency: unit });
      const options = { attempt, confirms: t.confirms({ money, address: request.address }) };
      const withdrawal = await merchant(project)('createCoinWithdrawal', request, options);
      const { decision } = await operator('withdrawals.show', { withdrawal_id: withdrawal.id });
      return { withdrawal, decision };
    },
    onDone: (found) => setQuote({ ...found, until: quoteExpiry() }),
    onFailed: () => setQuote(undefined),
    errorsOf: asFields,
  });
  const { values } = form;
  const destination = useDestination(project, values.address);
  const { coins, amount } = destination;
  const messages = useErrorMessages();
  const unreadable =
    destination.error === null ? t.unknownAddress : messages(destination.error).text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when a payment URI with an amount is pasted.
  useEffect(() => {
    if (amount !== null && values.amount === '') form.setValues({ amount });
  }, [amount]);
  const coin = chosenCoin(values, coins);
  const account = chosenAccount(values, accounts ?? [], coin);
  const chosen = coin === null || account === null ? null : { coin, account };
  const isPaidInCoin = values.form === 'received_amount';
  const unit = (isPaidInCoin ? coin?.currency : account?.currency) ?? '';
  const problemsOf = (checked: WithdrawalForm) => ({
    ...(coins.length === 0 && { address: unreadable }),
    ...(coins.length > 1 && coin === null && { coin: t.chooseCoin }),
    ...(coin !== null && needsTag(checked, coin) && { tag: t.tagMissing }),
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
  const filled = withMoney(accounts ?? []);
  return (
    <FormDialog
      title={t.create}
      action={t.preview}
      isReady={destination.isRead && accounts !== undefined}
      onClose={onClose}
      {...dialog}
    >
      {accounts !== undefined && filled.length === 0 && <Alert color="yellow">{t.noMoney}</Alert>}
      <TextInput
        label={t.addressOrUri}
        description={t.addressOrUriHint}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        {...field('address')}
        onChange={(event) =>
          form.setValues(withDestination(values, event.currentTarget.value, amount))
        }
        error={field('address').error ?? (destination.isUnknown ? unreadable : undefined)}
      />
      <CoinInputs form={form} coins={coins} coin={coin} />
      <NativeSelect
        label={t.account}
        data={filled.map(({ currency, available }) => ({
          value: currency,
          label: `${currency} – ${t.available({ amount: amountIn(locale, available, currency) })}`,
        }))}
        {...field('charged_currency')}
        value={account?.currency ?? ''}
      />
      <div className={classes.withButton}>
        <AmountInput label={t.amount} unit={unit} required {...field('amount')} />
        <Button
          variant="default"
          disabled={chosen === null}
          onClick={() =>
            form.setValues({
              charged_currency: account?.currency ?? '',
              form: 'charged_amount',
              amount: account?.available ?? '',
            })
          }
        >
          {t.max}
        </Button>
      </div>
      <NativeSelect
        label={t.amountType}
        data={FORMS.map((value) => ({ value, label: t[value] }))}
        {...field('form')}
      />
      {chosen !== null && <FeeLevels project={project} form={form} {...chosen} />}
      <TextInput label={t.reference} description={t.optional} {...field('custom_id')} />
    </FormDialog>
  );
}

/** People paste addresses, but some type: the text is read when it rests. */
const RESTS_AFTER = 200;

function useDestination(project: string, typed: string) {
  const text = typed.trim();
  const [rested, setRested] = useState('');
  useEffect(() => later(RESTS_AFTER, () => setRested(text)), [text]);
  const query = useQuery({ ...destinationOf(project, rested), enabled: rested !== '' });
  const isRead = text === rested && (text === '' || !query.isPending);
  const found = text === rested && text !== '' ? query.data : undefined;
  return {
    coins: found?.coins ?? [],
    amount: found?.amount ?? null,
    isRead,
    /** The request may have failed: that says nothing about the address. */
    error: text === rested ? query.error : null,
    isUnknown: isRead && text !== '' && (found?.coins.length ?? 0) === 0,
  };
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
