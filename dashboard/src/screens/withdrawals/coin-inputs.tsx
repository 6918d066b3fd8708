// What the address of a payout leaves open: the coin, if several have this address, and the tag of the recipient.
import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { networkText } from '../../shared/code-texts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { chosenTag, coinKey, type Payable, type WithdrawalForm } from './new-withdrawal.ts';

interface Props {
  readonly form: UseFormReturnType<WithdrawalForm>;
  readonly coins: readonly Payable[];
  readonly coin: Payable | null;
}

export function needsTag(form: WithdrawalForm, coin: Payable): boolean {
  return coin.tag_name !== null && chosenTag(form, coin) === null;
}

export function CoinInputs({ form, coins, coin }: Props) {
  const t = useTexts('withdrawals');
  const nameOf = (each: Payable) => `${each.currency}, ${networkText(each.network)}`;
  return (
    <>
      <Text size="sm" c="dimmed" role="status" aria-live="polite">
        {coins.length === 1 && coin !== null ? t.coinFound({ coin: nameOf(coin) }) : ''}
      </Text>
      {coins.length > 1 && (
        <NativeSelect
          label={t.coin}
          description={t.severalCoins}
          required
          data={[
            ...(coin === null ? [{ value: '', label: t.chooseCoin }] : []),
            ...coins.map((each) => ({ value: coinKey(each), label: nameOf(each) })),
          ]}
          {...form.getInputProps('coin')}
          value={coin === null ? '' : coinKey(coin)}
        />
      )}
      {coin !== null && coin.tag_name !== null && <TagInput form={form} coin={coin} />}
    </>
  );
}

function TagInput({ form, coin }: { readonly form: Props['form']; readonly coin: Payable }) {
  const t = useTexts('withdrawals');
  const { isWithoutTag, tag } = form.values;
  return (
    <>
      <TextInput
        label={t.tag}
        description={t.tagHint}
        inputMode="numeric"
        autoComplete="off"
        disabled={isWithoutTag}
        {...form.getInputProps('tag')}
        value={isWithoutTag ? '' : tag === '' ? (coin.tag ?? '') : tag}
      />
      {coin.tag === null && (
        <Checkbox
          label={t.withoutTag}
          {...form.getInputProps('isWithoutTag', { type: 'checkbox' })}
        />
      )}
    </>
  );
}
