// The rates in EUR: the age and source of each, and why one is not in force.
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rateStatus } from '../../shared/further-statuses.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { Status } from '../../shared/statuses.tsx';
import { Coin } from '../../shared/ui/coin.tsx';
import { Loaded, Page } from '../../shared/ui/page.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { amountIn, Money, When } from '../../shared/ui/values.tsx';
import { type Rate, rateList } from './queries.ts';

export function Rates() {
  const t = useTexts('running');
  const { locale } = useLanguage();
  return (
    <Page title={t.rates}>
      <Text c="dimmed">{t.ratesAbout}</Text>
      <Loaded query={useQuery(rateList)} what={t.rates}>
        {({ fixed, sources_needed: count, spread_percent: percent, rates }) => (
          <>
            <Text>
              {fixed ? t.fixed : t.sourcesNeeded({ count })}{' '}
              {t.spread({ percent: amountIn(locale, percent, '') })}
            </Text>
            {rates.some(({ status }) => status !== 'in_force') && (
              <Alert color="yellow" role="note">
                {t.doRates}
              </Alert>
            )}
            <RatesTable rates={rates} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function RatesTable({ rates }: { readonly rates: readonly Rate[] }) {
  const t = useTexts('running');
  const { locale } = useLanguage();
  const rank = ({ status }: Rate) => (status === 'in_force' ? 1 : 0);
  const priceOf = (price: string | null, { quote: currency }: Rate) =>
    price === null ? null : { amount: shortened(price), currency };
  return (
    <RowsTable
      label={t.rates}
      rows={[...rates].sort((one, other) => rank(one) - rank(other))}
      rowKey={({ base }) => base}
      columns={[
        { head: t.currency, cell: ({ base }) => <Coin code={base} /> },
        {
          head: t.currentStatus,
          cell: (rate) => (
            <>
              <Status of={rateStatus} value={rate.status} />
              {rate.jumped_to !== null && (
                <div>
                  <Money amount={shortened(rate.jumped_to)} currency={rate.quote} />
                </div>
              )}
            </>
          ),
        },
        { head: t.price, money: (rate) => priceOf(rate.price, rate) },
        { head: t.buy, money: (rate) => priceOf(rate.buy_rate, rate) },
        { head: t.sell, money: (rate) => priceOf(rate.sell_rate, rate) },
        {
          head: t.asOf,
          cell: ({ as_of: at, age_seconds: age }) =>
            at === null ? (
              '–'
            ) : (
              <>
                <When at={at} /> {age !== null && `(${t.seconds({ count: age })})`}
              </>
            ),
        },
        {
          head: t.sources,
          cell: ({ sources, apart_percent: apart }) => (
            <>
              {sources.join(', ') || '–'}
              {apart !== null && sources.length > 1 && (
                <div>{t.apart({ percent: amountIn(locale, apart, '') })}</div>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

const DIGITS_SHOWN = 8;

function shortened(price: string): string {
  const [, beginning, digits = ''] = /^(-?\d*\.0*)([1-9]\d*)$/.exec(price) ?? [];
  return beginning === undefined ? price : beginning + digits.slice(0, DIGITS_SHOWN);
}
