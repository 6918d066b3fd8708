// Named destinations that policy rules can refer to.
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { operator } from '../../shared/api.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { CopyId, When } from '../../shared/ui/values.tsx';
import { type Adding, StoredList } from './kept-list.tsx';
import { addressBook, type Destination } from './queries.ts';

export function AddressBook({ project }: { readonly project: string }) {
  const t = useTexts('policy');
  const canAdd = useCan('policy.addresses.add');
  const remove = async ({ coin: currency, destination: address }: Destination) =>
    operator(
      'policy.addresses.remove',
      { project, currency, address },
      { confirms: `${t.removeTitle} ${currency} ${address}` },
    );
  return (
    <StoredList
      project={project}
      title={t.addresses}
      list={addressBook(project)}
      columns={[
        { head: t.whose, cell: ({ name }) => <strong>{name ?? '–'}</strong> },
        { head: t.coin, cell: ({ coin }) => coin },
        {
          head: t.address,
          cell: ({ destination }) => <CopyId value={destination} label={t.address} isWhole />,
        },
        {
          head: t.since,
          cell: ({ listed_at: at }) => (at === null ? '–' : <When at={at} />),
        },
      ]}
      rowKey={({ coin, destination }) => `${coin} ${destination}`}
      empty={t.noAddresses}
      add={canAdd ? { label: t.addAddress, dialog: (adding) => <AddDialog {...adding} /> } : null}
      remove={
        canAdd
          ? {
              head: t.remove,
              label: t.removeAction,
              title: t.removeTitle,
              action: t.remove,
              run: remove,
              what: ({ coin, destination }) => `${coin} ${destination}`,
            }
          : null
      }
    />
  );
}

function AddDialog({ project, onAdded, onClose }: Adding) {
  const t = useTexts('policy');
  const { labelled } = useTexts('common');
  const form = useForm({ initialValues: { currency: '', address: '', name: '' } });
  const add = useAction({
    run: (values: typeof form.values) =>
      operator(
        'policy.addresses.add',
        { project, ...values },
        {
          confirms: labelled({
            label: t.addAddress,
            value: `${values.currency} ${values.address}`,
          }),
        },
      ),
    onDone: async () => {
      await onAdded();
      onClose();
    },
    onFailed: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <FormDialog
      title={t.addAddress}
      action={t.addAddress}
      work={add}
      onSubmit={form.onSubmit((values) => add.start(values))}
      onClose={onClose}
    >
      <TextInput
        label={t.coin}
        placeholder="BTC"
        required
        data-autofocus
        {...form.getInputProps('currency')}
      />
      <TextInput label={t.address} required {...form.getInputProps('address')} />
      <TextInput label={t.whose} required {...form.getInputProps('name')} />
    </FormDialog>
  );
}
