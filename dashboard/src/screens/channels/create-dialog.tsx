// Creates a channel and opens it with its address.
import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { merchant } from '../../shared/api.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { payableCoins } from './queries.ts';

interface Props {
  readonly project: string;
  readonly onClose: () => void;
}

export function CreateDialog({ project, onClose }: Props) {
  const t = useTexts('channels');
  const client = useQueryClient();
  const navigate = useNavigate();
  const coins = useQuery(payableCoins(project));
  const form = useForm({
    initialValues: {
      name: '',
      pay_currency: 'BTC',
      receiver_currency: 'EUR',
      customer_id: '',
      custom_id: '',
    },
  });
  const work = useAction({
    run: ({ customer_id, custom_id, ...values }: typeof form.values, attempt) => {
      const references = {
        ...(customer_id === '' ? {} : { customer_id }),
        ...(custom_id === '' ? {} : { custom_id }),
      };
      return merchant(project)('createChannel', { ...values, ...references }, { attempt });
    },
    onDone: async ({ id }) => {
      void client.invalidateQueries({ queryKey: ['channel', project] });
      onClose();
      await navigate({
        to: '/projects/$project/channels/$channel',
        params: { project, channel: id },
      });
    },
    onFailed: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <FormDialog
      title={t.create}
      action={t.create}
      work={work}
      onSubmit={form.onSubmit((values) => work.start(values))}
      onClose={onClose}
    >
      <TextInput label={t.name} required data-autofocus {...form.getInputProps('name')} />
      <NativeSelect
        label={t.paidIn}
        data={(coins.data ?? []).map(({ currency, name }) => ({
          value: currency,
          label: `${name} (${currency})`,
        }))}
        {...form.getInputProps('pay_currency')}
      />
      <TextInput label={t.account} required {...form.getInputProps('receiver_currency')} />
      <TextInput label={t.customer} {...form.getInputProps('customer_id')} />
      <TextInput
        label={t.reference}
        description={t.optional}
        {...form.getInputProps('custom_id')}
      />
    </FormDialog>
  );
}
