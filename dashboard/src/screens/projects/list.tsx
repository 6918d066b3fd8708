// All projects of the instance, and creating one.
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { operator } from '../../shared/api.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { operatorList } from '../../shared/queries.ts';
import { meQuery, useCan } from '../../shared/session.ts';
import { DialogButton } from '../../shared/ui/buttons.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { CopyId } from '../../shared/ui/values.tsx';

const projectList = operatorList(['project', 'list'], 'projects.list', {});

export function ProjectList() {
  const t = useTexts('projects');
  const create = useCan('projects.create') && (
    <DialogButton label={t.create} variant="filled">
      {(onClose) => <CreateDialog onClose={onClose} />}
    </DialogButton>
  );
  return (
    <Page title={t.title} actions={create}>
      <Text c="dimmed">{t.about}</Text>
      <ListTable
        label={t.title}
        list={projectList}
        rowLink={({ id }) => ({ to: '/projects/$project/settings', params: { project: id } })}
        empty={t.empty}
        columns={[
          { head: t.name, cell: ({ name }) => name },
          { head: t.id, cell: ({ id }) => <CopyId value={id} label={t.id} /> },
          { head: t.made, time: ({ created_at: at }) => at },
        ]}
      />
    </Page>
  );
}

function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts('projects');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { form, field, dialog } = useFormAction({
    initialValues: { name: '' },
    run: ({ name }) => operator('projects.create', { name: name.trim() }),
    refreshes: [['project']],
    onDone: async ({ id }) => {
      // The person can open the new project's URL only once their projects include it.
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
      onClose();
      await navigate({ to: '/projects/$project/settings', params: { project: id } });
    },
  });
  return (
    <FormDialog
      title={t.create}
      isReady={form.values.name.trim() !== ''}
      onClose={onClose}
      {...dialog}
    >
      <TextInput label={t.name} maxLength={255} required data-autofocus {...field('name')} />
      <Text size="sm" c="dimmed">
        {t.createWhat}
      </Text>
    </FormDialog>
  );
}
