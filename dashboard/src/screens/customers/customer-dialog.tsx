// Creates a customer, or edits the currency and addresses of one.
import { Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { merchant } from '../../shared/api.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { addressesIn, addressLines, type ListedCustomer } from './queries.ts';

interface Props {
  readonly project: string;
  /** Null: a new one. */
  readonly customer: ListedCustomer | null;
  readonly onClose: () => void;
}

export function CustomerDialog({ project, customer, onClose }: Props) {
  const t = useTexts('customers');
  const client = useQueryClient();
  // Requires withdrawal permission, because money is sent to these addresses without further confirmation.
  const showsAddress = useCan('createCoinWithdrawal');
  const form = useForm({
    initialValues: {
      id: customer?.id ?? '',
      currency: customer?.currency ?? 'EUR',
      addresses: customer === null ? '' : addressLines(customer),
    },
  });
  const work = useAction({
    run: ({ id, currency, addresses: text }: typeof form.values, attempt) => {
      const api = merchant(project);
      const values = { currency, ...(showsAddress && { addresses: addressesIn(text) }) };
      const places = addressesIn(text).map((each) => `${each.currency} ${each.address}`);
      const options = {
        attempt,
        confirms: t.confirms({ customer: id, places: places.join(', ') || t.noAddress }),
      };
      return customer === null
        ? api('createCustomer', { id, ...values }, options)
        : api('updateCustomer', { customer_id: customer.id, ...values }, options);
    },
    onDone: () => {
      void client.invalidateQueries({ queryKey: ['customer', project] });
      onClose();
    },
    onFailed: (error) => form.setErrors(byField(fieldErrors(error))),
  });
  const title = customer === null ? t.create : t.editOf({ id: customer.id });
  return (
    <FormDialog
      title={title}
      action={customer === null ? t.create : t.save}
      work={work}
      onSubmit={form.onSubmit((values) => work.start(values))}
      onClose={onClose}
    >
      {customer === null && (
        <TextInput
          label={t.id}
          description={t.idHint}
          required
          data-autofocus
          {...form.getInputProps('id')}
        />
      )}
      <TextInput label={t.currency} required {...form.getInputProps('currency')} />
      {showsAddress && (
        <Textarea
          label={t.addresses}
          description={t.addressesHint}
          placeholder="BTC bc1q…"
          autosize
          minRows={3}
          spellCheck={false}
          {...form.getInputProps('addresses')}
        />
      )}
      {showsAddress && customer !== null && <Text c="dimmed">{t.replaces}</Text>}
    </FormDialog>
  );
}

/** Shows an error for `addresses.0.address` at `addresses`. */
function byField(problems: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).map(([target, text]) => [target.split(/[.[]/, 1)[0] ?? '', text]),
  );
}
