// Creates a subscription: requests an amount from a payer every period, by email.
import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { merchant } from '../../shared/api.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';

interface Props {
  readonly project: string;
  readonly onClose: () => void;
}

const periods = ['day', 'week', 'month', 'year'] as const;
const quantities = Array.from({ length: 12 }, (_none, n) => `${n + 1}`);

export function CreateDialog({ project, onClose }: Props) {
  const t = useTexts('subscriptions');
  const client = useQueryClient();
  const form = useForm({
    initialValues: {
      name: '',
      amount: '',
      currency: 'EUR',
      period: 'month',
      quantity: '1',
      starts_at: '',
      payer_email: '',
      payer_name: '',
    },
  });
  const work = useAction({
    run: ({ period, quantity, starts_at, payer_name, ...rest }: typeof form.values, attempt) =>
      merchant(project)(
        'createSubscription',
        {
          ...rest,
          period: periods.find((known) => known === period) ?? 'month',
          period_quantity: quantities.indexOf(quantity) + 1,
          starts_at: new Date(starts_at),
          ...(payer_name === '' ? {} : { payer_name }),
        },
        { attempt },
      ),
    onDone: () => {
      void client.invalidateQueries({ queryKey: ['subscription', project] });
      onClose();
    },
    onFailed: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <FormDialog
      title={t.create}
      action={t.create}
      isReady={form.values.starts_at !== ''}
      work={work}
      onSubmit={form.onSubmit((values) => work.start(values))}
      onClose={onClose}
    >
      <Text c="dimmed">{t.ask}</Text>
      <TextInput label={t.name} required data-autofocus {...form.getInputProps('name')} />
      <Group grow align="flex-start">
        <AmountInput
          label={t.amount}
          unit={form.values.currency}
          required
          {...form.getInputProps('amount')}
        />
        <TextInput label={t.currency} required {...form.getInputProps('currency')} />
      </Group>
      <Group grow align="flex-start">
        <NativeSelect label={t.every} data={quantities} {...form.getInputProps('quantity')} />
        <NativeSelect
          label={t.period}
          data={periods.map((value) => ({ value, label: t[value] }))}
          {...form.getInputProps('period')}
        />
      </Group>
      <TextInput
        label={t.starts}
        description={t.startsHint}
        type="datetime-local"
        required
        {...form.getInputProps('starts_at')}
      />
      <TextInput label={t.payer} type="email" required {...form.getInputProps('payer_email')} />
      <TextInput label={t.payerName} {...form.getInputProps('payer_name')} />
    </FormDialog>
  );
}
