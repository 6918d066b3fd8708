// A project's balance in each currency: available, held, and in transit.

import type { ExchangeTransfer } from '@chaintill/client';
import { NativeSelect, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { merchant } from '../../shared/api.ts';
import { useAction } from '../../shared/errors.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import { Rate } from '../../shared/ui/amounts.tsx';
import { DialogButton } from '../../shared/ui/buttons.tsx';
import { Coin } from '../../shared/ui/coin.tsx';
import { Dialog, FormDialog } from '../../shared/ui/dialogs.tsx';
import { Empty, Page, QueryStatus } from '../../shared/ui/page.tsx';
import { QuoteButtons, quoteExpiry } from '../../shared/ui/quote.tsx';
import { amountColumn, type Columns, RowsTable } from '../../shared/ui/tables.tsx';
import { amountIn, Fact, Facts, Money, moneyText } from '../../shared/ui/values.tsx';
import { type Position, positions } from './queries.ts';

const route = getRouteApi('/app/projects/$project/balances');
const NOTHING = '0.0';

export function BalanceList() {
  const t = useTexts('balances');
  const { project } = route.useParams();
  const query = useQuery(positions(project));
  const exchange = useCan('createExchangeTransfer') && (
    <DialogButton label={t.exchange} variant="filled">
      {(onClose) => <ExchangeDialog {...{ project, onClose }} positions={query.data ?? []} />}
    </DialogButton>
  );
  const columns = useColumns();
  const [isAll, setAll] = useState(false);
  const shown = (query.data ?? []).filter((position) => isAll || !isEmpty(position));
  return (
    <Page title={t.title} actions={exchange}>
      <Switch
        label={t.all}
        checked={isAll}
        onChange={(event) => setAll(event.currentTarget.checked)}
      />
      <QueryStatus of={query} what={t.title} />
      {query.isSuccess && shown.length === 0 && <Empty text={t.empty} />}
      {shown.length > 0 && (
        <RowsTable
          label={t.title}
          rows={shown}
          columns={columns}
          rowKey={({ currency }) => currency}
          rowLink={({ currency }) => ({
            to: '/projects/$project/balances/$currency',
            params: { project, currency },
          })}
        />
      )}
    </Page>
  );
}

function isEmpty({ balance, held, arriving, leaving }: Position): boolean {
  return [balance, held, arriving, leaving].every((amount) => amount === NOTHING);
}

function useColumns(): Columns<Position> {
  const t = useTexts('balances');
  const amounts = ['available', 'held', 'balance', 'arriving', 'leaving'] as const;
  return [
    { head: t.currency, cell: ({ currency }) => <Coin code={currency} /> },
    ...amounts.map((name) => amountColumn(t[name], name)),
  ];
}

interface Props {
  readonly project: string;
  readonly positions: readonly Position[];
  readonly onClose: () => void;
}

interface Quote {
  readonly transfer: ExchangeTransfer;
  readonly until: number;
}

const initialValues = {
  charged_currency: 'BTC',
  received_currency: 'EUR',
  amount: '',
  form: 'charged_amount' as 'charged_amount' | 'received_amount',
};

function ExchangeDialog({ project, positions, onClose }: Props) {
  const t = useTexts('balances');
  const { locale } = useLanguage();
  const [quote, setQuote] = useState<Quote>();
  const { form, field, work, dialog } = useFormAction({
    initialValues,
    run: async ({ amount, form: meaning, ...currencies }, attempt) => {
      const input = { ...currencies, [meaning]: amount };
      const options = { attempt, confirms: t.exchange };
      const transfer = await merchant(project)('createExchangeTransfer', input, options);
      return { transfer, until: quoteExpiry() };
    },
    refreshes: [['account', project]],
    onDone: setQuote,
    onFailed: () => setQuote(undefined),
    errorsOf: (errors) => {
      const amount = errors['charged_amount'] ?? errors['received_amount'];
      return { ...errors, ...(amount !== undefined && { amount }) };
    },
  });
  if (quote !== undefined)
    return (
      <Dialog opened onClose={onClose} title={t.confirmTitle}>
        <Confirm
          {...{ project, quote, onClose }}
          isLoading={work.isPending}
          onAgain={() => work.start(form.values)}
          onBack={() => setQuote(undefined)}
        />
      </Dialog>
    );
  const currencies = positions.map(({ currency, available }) => ({
    value: currency,
    label: `${currency} – ${t.amountAvailable({ amount: amountIn(locale, available, currency) })}`,
  }));
  const { values } = form;
  return (
    <FormDialog title={t.exchange} action={t.quote} onClose={onClose} {...dialog}>
      <NativeSelect label={t.give} data={currencies} {...field('charged_currency')} />
      <NativeSelect label={t.get} data={currencies} {...field('received_currency')} />
      <AmountInput
        label={t.amount}
        unit={values.form === 'charged_amount' ? values.charged_currency : values.received_currency}
        required
        data-autofocus
        {...field('amount')}
      />
      <NativeSelect
        label={t.amountType}
        data={[
          { value: 'charged_amount', label: t.isGiven },
          { value: 'received_amount', label: t.isGot },
        ]}
        {...field('form')}
      />
    </FormDialog>
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

function Confirm({ project, quote, onClose, ...again }: ConfirmProps) {
  const t = useTexts('balances');
  const { locale } = useLanguage();
  const { transfer, until } = quote;
  const { id, exchange, charged_currency: from, received_currency: to } = transfer;
  const given = { amount: transfer.charged_amount, currency: from };
  const got = { amount: transfer.received_amount, currency: to };
  const sides = { given: moneyText(locale, given), got: moneyText(locale, got) };
  const work = useAction({
    run: (_: undefined, attempt) => {
      const confirms = t.confirms(sides);
      return merchant(project)('commitExchangeTransfer', { id }, { attempt, confirms });
    },
    refreshes: [['account', project]],
    onDone: onClose,
  });
  return (
    <Stack gap="md">
      <Facts>
        <Fact name={t.give} value={<Money {...given} />} />
        <Fact name={t.get}>
          <strong>
            <Money {...got} />
          </strong>
        </Fact>
        <Fact name={t.rate} value={<Rate exchange={exchange} between={[from, to]} />} />
        <Fact name={t.fee}>
          <Money amount={exchange.fee} currency={exchange.fee_currency} />
        </Fact>
      </Facts>
      <QuoteButtons {...{ until, work }} {...again} texts={t} action={t.commit(sides)} />
    </Stack>
  );
}
