// What a donation has besides an open amount: a goal, and what its page shows and offers.
import { Checkbox } from '@mantine/core';
import { useTexts } from '../../shared/i18n.tsx';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import type { FormProps } from './link-dialog.tsx';

export function DonationFields({ form }: FormProps) {
  const t = useTexts('payment-links').donation;
  const box = (name: string) => form.getInputProps(`donation.${name}`, { type: 'checkbox' });
  return (
    <>
      <AmountInput
        label={t.goal}
        description={t.goalHint}
        unit={form.values.price_currency}
        {...form.getInputProps('donation.goal_amount')}
      />
      <Checkbox label={t.showsProgress} {...box('shows_progress')} />
      <Checkbox label={t.showsNames} {...box('shows_names')} />
      <Checkbox
        label={t.offersReminders}
        description={t.remindersHint}
        {...box('offers_reminders')}
      />
    </>
  );
}
