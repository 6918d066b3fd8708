// Creates an invoice manually and opens it.
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { merchant } from '../../shared/api.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import { Dialog } from '../../shared/ui/dialogs.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { payableCoins } from './queries.ts';

interface Props {
  readonly project: string;
  readonly onClose: () => void;
}

export function CreateDialog({ project, onClose }: Props) {
  const t = useTexts('invoices');
  const { cancel } = useTexts('common');
  const client = useQueryClient();
  const navigate = useNavigate();
  const coins = useQuery(payableCoins(project));
  const form = useForm({
    initialValues: { price_amount: '', price_currency: 'EUR', pay_currency: 'BTC', custom_id: '' },
  });
  const create = useAction({
    run: (values: typeof form.values, attempt) =>
      merchant(project)('createInvoice', values, { attempt }),
    onDone: async ({ id }) => {
      void client.invalidateQueries({ queryKey: ['invoice', project] });
      onClose();
      await navigate({
        to: '/projects/$project/invoices/$invoice',
        params: { project, invoice: id },
      });
    },
    onFailed: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Dialog opened onClose={onClose} title={t.create}>
      <form onSubmit={form.onSubmit((values) => create.start(values))}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t.ask}
          </Text>
          <Group grow align="flex-start">
            <AmountInput
              label={t.amount}
              unit={form.values.price_currency}
              required
              data-autofocus
              {...form.getInputProps('price_amount')}
            />
            <TextInput label={t.currency} required {...form.getInputProps('price_currency')} />
          </Group>
          <NativeSelect
            label={t.coin}
            data={(coins.data ?? []).map(({ currency, name }) => ({
              value: currency,
              label: `${name} (${currency})`,
            }))}
            {...form.getInputProps('pay_currency')}
          />
          <TextInput
            label={t.reference}
            description={t.optional}
            {...form.getInputProps('custom_id')}
          />
          {create.isError && <Failed error={create.error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {cancel}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
