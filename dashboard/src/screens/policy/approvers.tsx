// Approvers with their own code, added and removed by people who run the instance. People with the approver role
// approve without one.
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCanEverywhere } from '../../shared/session.ts';
import { FormDialog, ShownOnce } from '../../shared/ui/dialogs.tsx';
import { When } from '../../shared/ui/values.tsx';
import { type Adding, StoredList } from './kept-list.tsx';
import { type Approver, approverList } from './queries.ts';

export function Approvers({ project }: { readonly project: string }) {
  const t = useTexts('policy');
  const canAdd = useCanEverywhere('policy.approvers.add');
  const canRemove = useCanEverywhere('policy.approvers.remove');
  const remove = ({ name }: Approver) =>
    operator(
      'policy.approvers.remove',
      { project, name },
      { confirms: t.removeConfirms({ name }) },
    );
  return (
    <StoredList
      {...{ project, title: t.approverTitle, about: t.approverAbout, empty: t.empty }}
      list={approverList(project)}
      columns={[
        { head: t.name, cell: ({ name }) => <strong>{name}</strong> },
        { head: t.ownKey, cell: ({ own_key: key }) => key ?? '–' },
        { head: t.since, cell: ({ since }) => <When at={since} /> },
      ]}
      rowKey={({ name }) => name}
      add={canAdd ? { label: t.add, dialog: (adding) => <AddDialog {...adding} /> } : null}
      remove={
        canRemove
          ? {
              head: t.approverChange,
              label: t.approverRemove,
              title: t.approverRemoveTitle,
              action: t.approverRemoveAction,
              run: remove,
              what: ({ name }) => t.removeWhat({ name }),
            }
          : null
      }
    />
  );
}

function AddDialog({ project, onAdded, onClose }: Adding) {
  const t = useTexts('policy');
  const form = useForm({ initialValues: { name: '', key: '' } });
  const [code, setCode] = useState<string>();
  const work = useAction({
    run: ({ name, key }: typeof form.values) =>
      operator(
        'policy.approvers.add',
        { project, name: name.trim(), ...(key.trim() === '' ? {} : { key: key.trim() }) },
        { confirms: t.addConfirms({ name: name.trim() }) },
      ),
    onDone: async (made) => {
      setCode(made.code);
      await onAdded();
    },
    onFailed: (error) => form.setErrors(fieldErrors(error)),
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
    <FormDialog
      title={t.add}
      action={t.addAction}
      work={work}
      onSubmit={form.onSubmit((values) => work.start(values))}
      onClose={onClose}
    >
      <Text>{t.addWhat}</Text>
      <TextInput label={t.name} required data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t.ownKey}
        description={t.ownKeyHint}
        autoComplete="off"
        {...form.getInputProps('key')}
      />
    </FormDialog>
  );
}
