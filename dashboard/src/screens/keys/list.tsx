// The API keys of a project with permissions and allowed IP addresses: created, with a secret that is shown once, and
// revoked.
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermissionText } from '../../shared/code-texts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { keyStatus, Status } from '../../shared/statuses.tsx';
import { ConfirmDialog, ShownOnce } from '../../shared/ui/dialogs.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { CopyId, When } from '../../shared/ui/values.tsx';
import { CreateDialog, type Made } from './create-dialog.tsx';
import { type ApiKey, keyList, revokeKey } from './queries.ts';

const route = getRouteApi('/app/projects/$project/keys');

export function KeyList() {
  const t = useTexts('keys');
  const { project } = route.useParams();
  const client = useQueryClient();
  const canCreate = useCan('keys.create');
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<Made>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const refresh = () => client.invalidateQueries({ queryKey: ['api_key', project] });
  const create = canCreate && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  return (
    <Page title={t.title} actions={create}>
      <ListTable
        label={t.title}
        list={keyList(project)}
        columns={useColumns(setRevoking)}
        rowKey={({ key }) => key}
        empty={t.empty}
      />
      {isCreating && (
        <CreateDialog
          project={project}
          onMade={(key) => {
            setCreating(false);
            setMade(key);
            void refresh();
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {made !== undefined && (
        <ShownOnce
          title={t.made}
          secrets={{ [t.theKey]: made.api_key, [t.theSecret]: made.api_secret }}
          onClose={() => setMade(undefined)}
        />
      )}
      {revoking !== undefined && (
        <ConfirmDialog
          title={t.revokeTitle}
          action={t.revokeAction}
          isDangerous
          run={async () => {
            await revokeKey(project, revoking.key, t.revokeConfirms({ name: revoking.name }));
            await refresh();
          }}
          onClose={() => setRevoking(undefined)}
        >
          {t.revokeWhat({ name: revoking.name, key: revoking.key })}
        </ConfirmDialog>
      )}
    </Page>
  );
}

function useColumns(onRevoke: (key: ApiKey) => void): readonly Column<ApiKey>[] {
  const t = useTexts('keys');
  const canRevoke = useCan('keys.revoke');
  const mayText = usePermissionText();
  return [
    {
      head: t.name,
      cell: ({ name }) => (
        <strong style={{ display: 'inline-block', minWidth: '9rem' }}>{name}</strong>
      ),
    },
    { head: t.apiKey, cell: ({ key }) => <CopyId value={key} label={t.apiKey} /> },
    { head: t.may, cell: ({ permissions }) => mayText.list(permissions) },
    {
      head: t.from,
      cell: ({ ip_allow_list: list }) => (list.length === 0 ? t.anywhere : list.join(', ')),
    },
    { head: 'API', cell: ({ api_version: version }) => `v${version}` },
    {
      head: t.madeAt,
      cell: ({ created_at: at, made_by: by, made_by_system_user: isSystem }) => (
        <>
          <When at={at} />
          {by !== null && <div>{isSystem ? t.bySystem({ name: by }) : t.by({ name: by })}</div>}
        </>
      ),
    },
    {
      head: t.lastUsed,
      cell: ({ used_at: at }) => (at === null ? t.neverUsed : <When at={at} />),
    },
    {
      head: t.currentStatus,
      cell: (key) => (
        <>
          <Status of={keyStatus} value={key.revoked_at === null ? 'in_force' : 'revoked'} />{' '}
          {key.revoked_at === null && canRevoke && (
            <Button size="xs" variant="default" onClick={() => onRevoke(key)}>
              {t.revoke}
            </Button>
          )}
        </>
      ),
    },
  ];
}
