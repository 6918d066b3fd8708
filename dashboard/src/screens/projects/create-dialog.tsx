// Creates a project and opens its settings.
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { meQuery } from '../../shared/session.ts';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { createProject } from './queries.ts';

export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
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
