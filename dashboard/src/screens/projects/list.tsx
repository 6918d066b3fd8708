// All projects of the instance, and creating one.
import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { meQuery, useCan } from '../../shared/session.ts';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { ListTable } from '../../shared/ui/tables.tsx';
import { CopyId, When } from '../../shared/ui/values.tsx';
import { createProject, projectList } from './queries.ts';

export function ProjectList() {
  const t = useTexts('projects');
  const canCreate = useCan('projects.create');
  const [isCreating, setCreating] = useState(false);
  const create = canCreate && <Button onClick={() => setCreating(true)}>{t.create}</Button>;
  return (
    <Page title={t.title} actions={create}>
      <Text c="dimmed">{t.about}</Text>
      <ListTable
        label={t.title}
        list={projectList}
        rowLink={({ id }) => ({ to: '/projects/$project/settings', params: { project: id } })}
        empty={t.empty}
        columns={[
          {
            head: t.name,
            cell: ({ name }) => name,
          },
          { head: t.id, cell: ({ id }) => <CopyId value={id} label={t.id} /> },
          { head: t.made, cell: ({ created_at: at }) => <When at={at} /> },
        ]}
      />
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts('projects');
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '' } });
  const work = useAction({
    run: ({ name }: typeof form.values) => createProject(name.trim()),
    onDone: async ({ id }) => {
      void client.invalidateQueries({ queryKey: ['project'] });
      // Refetched first, because the person can open the new project's URL only once their projects include it.
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
      onClose();
      await navigate({ to: '/projects/$project/settings', params: { project: id } });
    },
    onFailed: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <FormDialog
      title={t.create}
      action={t.create}
      isReady={form.values.name.trim() !== ''}
      work={work}
      onSubmit={form.onSubmit((values) => work.start(values))}
      onClose={onClose}
    >
      <TextInput
        label={t.name}
        maxLength={255}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Text size="sm" c="dimmed">
        {t.createWhat}
      </Text>
    </FormDialog>
  );
}
