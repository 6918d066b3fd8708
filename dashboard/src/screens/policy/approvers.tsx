// Who approves by a code of his own: made and taken away by those who run the till. Who has the role approves anyhow.
import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../shared/action.ts';
import { operator } from '../../shared/api.ts';
import { fieldErrors } from '../../shared/errors.ts';
import { useMessages } from '../../shared/i18n.tsx';
import { useCanEverywhere } from '../../shared/session.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { type Column, ListTable } from '../../shared/ui/list-table.tsx';
import { SecretDialog } from '../../shared/ui/secret-dialog.tsx';
import { When } from '../../shared/ui/when.tsx';
import { approverWords } from './approver-messages.ts';
import { type Approver, approverList } from './queries.ts';

export function Approvers({ project }: { readonly project: string }) {
  const t = useMessages(approverWords);
  const client = useQueryClient();
  const canAdd = useCanEverywhere('policy.approvers.add');
  const canRemove = useCanEverywhere('policy.approvers.remove');
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Approver>();
  const changed = () => client.invalidateQueries({ queryKey: ['policy', project] });
  const remove: Column<Approver> = {
    head: t.change,
    cell: (row) => (
      <Button size="xs" variant="default" onClick={() => setRemoving(row)}>
        {t.remove}
      </Button>
    ),
  };
  return (
    <>
      <Group justify="space-between">
        <Title order={2}>{t.title}</Title>
        {canAdd && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        )}
      </Group>
      <Text c="dimmed">{t.about}</Text>
      <ListTable
        label={t.title}
        list={approverList(project)}
        columns={[
          { head: t.name, cell: ({ name }) => <strong>{name}</strong> },
          { head: t.ownKey, cell: ({ own_key: key }) => key ?? '–' },
          { head: t.since, cell: ({ since }) => <When at={since} /> },
          ...(canRemove ? [remove] : []),
        ]}
        rowKey={({ name }) => name}
        empty={t.empty}
      />
      {isAdding && (
        <AddDialog project={project} onAdded={changed} onClose={() => setAdding(false)} />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={t.removeTitle}
          action={t.removeAction}
          isDangerous
          run={async () => {
            const { name } = removing;
            const confirms = t.removeConfirms(name);
            await operator('policy.approvers.remove', { project, name }, { confirms });
            await changed();
          }}
          onClose={() => setRemoving(undefined)}
        >
          {t.removeWhat(removing.name)}
        </ConfirmDialog>
      )}
    </>
  );
}

interface AddProps {
  readonly project: string;
  readonly onAdded: () => Promise<unknown>;
  readonly onClose: () => void;
}

function AddDialog({ project, onAdded, onClose }: AddProps) {
  const t = useMessages(approverWords);
  const form = useForm({ initialValues: { name: '', key: '' } });
  const [code, setCode] = useState<string>();
  const work = useAction({
    run: ({ name, key }: typeof form.values) =>
      operator(
        'policy.approvers.add',
        { project, name: name.trim(), ...(key.trim() === '' ? {} : { key: key.trim() }) },
        { confirms: t.addConfirms(name.trim()) },
      ),
    onDone: async (made) => {
      setCode(made.code);
      await onAdded();
    },
    onFailed: (error) => form.setErrors(fieldErrors(error)),
  });
  if (code !== undefined)
    return (
      <SecretDialog
        title={t.codeOf(form.values.name.trim())}
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
