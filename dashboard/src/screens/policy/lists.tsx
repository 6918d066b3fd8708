// The lists next to the rules: approvers with their own code, added and removed by people who run the instance, and
// named destinations. People with the approver role approve without a code.
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan, useCanEverywhere } from '../../shared/session.ts';
import { FormDialog, ShownOnce } from '../../shared/ui/dialogs.tsx';
import { CopyId } from '../../shared/ui/values.tsx';
import { addressBook, approverList } from './queries.ts';
import { type Adding, changedPolicy, StoredList } from './stored-list.tsx';

export function Approvers({ project }: { readonly project: string }) {
  const t = useTexts('policy');
  const canAdd = useCanEverywhere('policy.approvers.add');
  const canRemove = useCanEverywhere('policy.approvers.remove');
  return (
    <StoredList
      {...{ project, title: t.approverTitle, about: t.approverAbout, empty: t.empty }}
      list={approverList(project)}
      columns={[
        { head: t.name, cell: ({ name }) => <strong>{name}</strong> },
        { head: t.ownKey, cell: ({ own_key: key }) => key ?? '–' },
        { head: t.since, time: ({ since }) => since },
      ]}
      rowKey={({ name }) => name}
      add={canAdd && { label: t.add, dialog: (adding) => <AddDialog {...adding} /> }}
      remove={
        canRemove && {
          head: t.approverChange,
          label: t.approverRemove,
          title: t.approverRemoveTitle,
          action: t.approverRemoveAction,
          run: ({ name }) => {
            const confirms = t.removeConfirms({ name });
            return operator('policy.approvers.remove', { project, name }, { confirms });
          },
          what: ({ name }) => t.removeWhat({ name }),
        }
      }
    />
  );
}

function AddDialog({ project, onClose }: Adding) {
  const t = useTexts('policy');
  const [code, setCode] = useState<string>();
  const { form, field, dialog } = useFormAction({
    initialValues: { name: '', key: '' },
    run: ({ name: typed, key }) => {
      const name = typed.trim();
      const input = { project, name, ...(key.trim() === '' ? {} : { key: key.trim() }) };
      return operator('policy.approvers.add', input, { confirms: t.addConfirms({ name }) });
    },
    refreshes: changedPolicy(project),
    onDone: (made) => setCode(made.code),
  });
  if (code !== undefined)
    return (
      <ShownOnce
        title={t.codeOf({ name: form.values.name.trim() })}
        secrets={{ [t.code]: code }}
        onClose={onClose}
      />
    );
  return (
    <FormDialog title={t.add} action={t.addAction} onClose={onClose} {...dialog}>
      <Text>{t.addWhat}</Text>
      <TextInput label={t.name} required data-autofocus {...field('name')} />
      <TextInput label={t.ownKey} description={t.ownKeyHint} autoComplete="off" {...field('key')} />
    </FormDialog>
  );
}

export function AddressBook({ project }: { readonly project: string }) {
  const t = useTexts('policy');
  const canAdd = useCan('policy.addresses.add');
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
        { head: t.since, time: ({ listed_at: at }) => at },
      ]}
      rowKey={({ coin, destination }) => `${coin} ${destination}`}
      empty={t.noAddresses}
      add={canAdd && { label: t.addAddress, dialog: (adding) => <AddAddressDialog {...adding} /> }}
      remove={
        canAdd && {
          head: t.remove,
          label: t.removeAction,
          title: t.removeTitle,
          action: t.remove,
          run: ({ coin: currency, destination: address }) => {
            const confirms = `${t.removeTitle} ${currency} ${address}`;
            return operator(
              'policy.addresses.remove',
              { project, currency, address },
              { confirms },
            );
          },
          what: ({ coin, destination }) => `${coin} ${destination}`,
        }
      }
    />
  );
}

function AddAddressDialog({ project, onClose }: Adding) {
  const t = useTexts('policy');
  const { field, dialog } = useFormAction({
    initialValues: { currency: '', address: '', name: '' },
    run: (values) => {
      const value = `${values.currency} ${values.address}`;
      const confirms = t.labelled({ label: t.addAddress, value });
      return operator('policy.addresses.add', { project, ...values }, { confirms });
    },
    refreshes: changedPolicy(project),
    onDone: onClose,
  });
  return (
    <FormDialog title={t.addAddress} onClose={onClose} {...dialog}>
      <TextInput label={t.coin} placeholder="BTC" required data-autofocus {...field('currency')} />
      <TextInput label={t.address} required {...field('address')} />
      <TextInput label={t.whose} required {...field('name')} />
    </FormDialog>
  );
}
