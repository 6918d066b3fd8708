// The two charts of the dashboard, with their data in a table below.
import { Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Bars } from '../../shared/chart/bars.tsx';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { Loading } from '../../shared/ui/page.tsx';
import { moneyText } from '../../shared/ui/values.tsx';

const Stacked = lazy(async () => ({
  default: (await import('../../shared/chart/stacked.tsx')).Stacked,
}));

const currency = 'EUR';
const periods = Array.from({ length: 12 }, (_, n) => `2026-11-${`${n + 1}`.padStart(2, '0')}`);
const received = ['120', '80', '0', '240', '310', '95', '60', '180', '420', '260', '150', '205'];
const paid = ['40', '0', '0', '120', '90', '0', '30', '60', '210', '80', '0', '75'];

export function Charts() {
  const t = useTexts('design');
  const { locale } = useLanguage();
  return (
    <Stack gap="lg">
      <Bars
        label={t.barsSample}
        {...{ currency, periods }}
        series={[
          { name: t.received, tone: 'first', values: received },
          { name: t.paidOut, tone: 'second', values: paid },
        ]}
      />
      <Suspense fallback={<Loading what={t.charts} />}>
        <Stacked
          label={t.stackedSample}
          periodLabel={t.charts}
          periods={periods}
          series={[
            { name: t.received, values: received },
            { name: t.paidOut, values: paid.map((amount) => `-${amount}`) },
          ]}
          textOf={(amount) => moneyText(locale, { amount, currency })}
        />
      </Suspense>
    </Stack>
  );
}
