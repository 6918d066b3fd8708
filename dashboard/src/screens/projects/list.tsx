// All projects of the instance, and creating one.
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { Page } from '../../shared/ui/page.tsx';
import { ListTable } from '../../shared/ui/tables.tsx';
import { CopyId, When } from '../../shared/ui/values.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { projectList } from './queries.ts';

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
        rowKey={({ id }) => id}
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
