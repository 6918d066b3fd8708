// Declares the external holdings of a currency, replacing the previous declaration.
import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { moneyText } from '../../shared/ui/values.tsx';

interface Props {
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}

export function DeclareDialog({ onDone, onClose }: Props) {
  const t = useTexts('books');
  const { labelled } = useTexts('common');
  const { locale } = useLanguage();
  const [amount, setAmount] = useState('');
  const [currency, setCurrency] = useState('EUR');
  const declare = async (reason: string) => {
    const said = { amount, currency: currency.trim().toUpperCase() };
    const confirms = labelled({ label: t.declare, value: moneyText(locale, said) });
    await operator('solvency.record-holding', { ...said, reason }, { confirms });
    await onDone();
  };
  return (
    <ConfirmDialog
      title={t.declare}
      action={t.declareAction}
      wantsReason
      run={declare}
      {...{ onClose }}
    >
      <Stack gap="md">
        <Text>{t.declareWhat}</Text>
        <AmountInput
          label={t.amount}
          description={t.amountHint}
          value={amount}
          unit={currency.trim().toUpperCase()}
          onChange={setAmount}
          required
        />
        <TextInput
          label={t.currency}
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value)}
          required
        />
      </Stack>
    </ConfirmDialog>
  );
}
