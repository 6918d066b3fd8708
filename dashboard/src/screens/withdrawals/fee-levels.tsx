// The speed of a payout: about how long each level takes, and its current network fee; and the current rate if an
// exchange is involved.
import { NativeSelect, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { amountIn, moneyText } from '../../shared/ui/values.tsx';
import type { Chosen, WithdrawalForm } from './new-withdrawal.ts';
import { networkFees, rateNow } from './queries.ts';

const LEVELS = ['slow', 'average', 'fast'] as const;

interface Props extends Chosen {
  readonly project: string;
  readonly form: UseFormReturnType<WithdrawalForm>;
}

export function FeeLevels({ project, form, coin, account }: Props) {
  const t = useTexts('withdrawals');
  const { locale } = useLanguage();
  const fees = useQuery(networkFees(project));
  const { currency, network, minutes } = coin;
  const quote = account.currency;
  const rate = useQuery(rateNow(project, { base: currency, quote }));
  const labelOf = (level: (typeof LEVELS)[number]) => {
    const cost = fees.data?.find(
      (fee) => fee.level === level && fee.network === network && fee.currency === currency,
    );
    const values = { level: t.levels[level], minutes: minutes[level] };
    if (cost === undefined) return t.levelTakes(values);
    return t.levelCosts({ ...values, fee: moneyText(locale, { ...cost, amount: cost.fee }) });
  };
  return (
    <Stack gap={4}>
      <NativeSelect
        label={t.level}
        data={LEVELS.map((level) => ({ value: level, label: labelOf(level) }))}
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
