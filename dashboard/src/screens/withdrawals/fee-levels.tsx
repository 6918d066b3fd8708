// The fee level, with the current cost of each, and the current rate if an exchange is involved.
import { NativeSelect, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { amountIn, moneyText } from '../../shared/ui/values.tsx';
import { networkFees, rateNow } from './queries.ts';
import { coinOf, type WithdrawalForm } from './request.ts';

interface Props {
  readonly project: string;
  readonly form: UseFormReturnType<WithdrawalForm>;
}

const LEVELS = ['slow', 'average', 'fast'] as const;

export function FeeLevels({ project, form }: Props) {
  const t = useTexts('withdrawals');
  const levels = useTexts('withdrawals').levels;
  const { locale } = useLanguage();
  const { currency, network } = coinOf(form.values);
  const fees = useQuery(networkFees(project));
  const quote = form.values.charged_currency;
  const rate = useQuery(rateNow(project, { base: currency, quote }));
  const costOf = (level: (typeof LEVELS)[number]) =>
    fees.data?.find(
      (fee) => fee.level === level && fee.network === network && fee.currency === currency,
    );
  return (
    <Stack gap={4}>
      <NativeSelect
        label={t.level}
        data={LEVELS.map((level) => {
          const cost = costOf(level);
          const text =
            cost === undefined ? '' : ` – ${moneyText(locale, { ...cost, amount: cost.fee })}`;
          return { value: level, label: `${levels[level]}${text}` };
        })}
        {...form.getInputProps('level')}
      />
      {rate.data !== undefined && (
        <Text size="sm" c="dimmed">
          {t.rateNow({
            coin: currency,
            rate: amountIn(locale, rate.data.buy_rate, quote),
            currency: quote,
          })}
        </Text>
      )}
    </Stack>
  );
}
