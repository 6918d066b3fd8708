// The API keys of a project with permissions and allowed IP addresses: created, with a secret that is shown once, and
// revoked.

import { Checkbox, Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { usePermissionText } from '../../shared/code-texts.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { listOptions, wholeList } from '../../shared/queries.ts';
import { useCan, useMe, useProject } from '../../shared/session.ts';
import { useCreate } from '../../shared/ui/buttons.tsx';
import { FormDialog, ShownOnce } from '../../shared/ui/dialogs.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import { CopyId } from '../../shared/ui/values.tsx';
import { RevokeMenu, useHistoryColumns } from './columns.tsx';
import { Shops } from './shops.tsx';

type ApiKey = OperatorApi['keys.list']['output'][number];

const route = getRouteApi('/app/projects/$project/keys');

const keyList = (project: string) =>
  listOptions(['api_key', project, 'list'], async (_after, signal) =>
    wholeList((await operator('keys.list', { project }, { signal })).toReversed()),
  );

export function KeyList() {
  const t = useTexts('keys');
  const { project } = route.useParams();
  const [made, setMade] = useState<Made>();
  const canCreate = useCan('keys.create');
  const create = useCreate(canCreate, (onClose) => (
    <CreateDialog
      {...{ project, onClose }}
      onMade={(key) => {
        onClose();
        setMade(key);
      }}
    />
  ));
  return (
    <Page title={t.title} actions={create.button(t.create)}>
      <ListTable
        label={t.title}
        list={keyList(project)}
        columns={useColumns(project)}
        rowKey={({ key }) => key}
        empty={{ icon: 'keys', text: t.empty, action: create.button(t.createFirst) }}
      />
      <Shops project={project} />
      {create.dialog}
      {made !== undefined && (
        <ShownOnce
          title={t.made}
          secrets={{ [t.theKey]: made.api_key, [t.theSecret]: made.api_secret }}
          onClose={() => setMade(undefined)}
        />
      )}
    </Page>
  );
}

function useColumns(project: string): Columns<ApiKey> {
  const t = useTexts('keys');
  const canRevoke = useCan('keys.revoke');
  const mayText = usePermissionText();
  return [
    {
      head: t.name,
      cell: (key) => (
        <Group gap="xs" wrap="nowrap" justify="space-between">
          <strong style={{ minWidth: '7rem' }}>{key.name}</strong>
          {/* In the first column, which is in view even if the table is wider than the window. */}
          {canRevoke && key.revoked_at === null && <KeyActions {...{ project }} of={key} />}
        </Group>
      ),
    },
    {
      head: t.apiKey,
      cell: ({ key, api_version: version }) => (
        <>
          <CopyId value={key} label={t.apiKey} />
          <div>API v{version}</div>
        </>
      ),
    },
    { head: t.may, cell: ({ permissions }) => mayText.list(permissions) },
    { head: t.from, cell: ({ ip_allow_list: list }) => list.join(', ') || t.anywhere },
    ...useHistoryColumns(),
  ];
}

function KeyActions({ project, of: { key, name } }: { project: string; of: ApiKey }) {
  const t = useTexts('keys');
  const confirms = t.revokeConfirms({ name });
  return (
    <RevokeMenu
      {...{ project, name }}
      what={t.revokeWhat({ name, key })}
      run={() => operator('keys.revoke', { project, key }, { confirms })}
    />
  );
}

export type Made = OperatorApi['keys.create']['output'];

const scopes = ['read', 'write', 'payout'] as const;

interface Props {
  readonly project: string;
  readonly onMade: (key: Made) => void;
  readonly onClose: () => void;
}

export function CreateDialog({ project, onMade, onClose }: Props) {
  const t = useTexts('keys');
  const mayText = usePermissionText();
  const { form, field, dialog } = useFormAction({
    initialValues: {
      name: '',
      api_version: '2',
      ip_allow_list: '',
      permissions: ['read'] as readonly string[],
    },
    run: ({ name, api_version, ...values }) => {
      const permissions = scopes.filter((scope) => values.permissions.includes(scope));
      const key = {
        project,
        name,
        permissions,
        api_version: api_version === '1' ? '1' : '2',
        ip_allow_list: values.ip_allow_list.split(/[\s,]+/).filter((text) => text !== ''),
      } as const;
      const confirms = t.createConfirms({ name, may: mayText.list(permissions) });
      return operator('keys.create', key, { confirms });
    },
    refreshes: [['api_key', project]],
    onDone: onMade,
  });
  const mine = new Set([...useMe().permissions, ...(useProject()?.permissions ?? [])]);
  return (
    <FormDialog
      title={t.create}
      isReady={form.values.permissions.length > 0}
      onClose={onClose}
      {...dialog}
    >
      <TextInput
        label={t.name}
        description={t.nameHint}
        required
        data-autofocus
        {...field('name')}
      />
      <Checkbox.Group label={t.may} {...field('permissions')}>
        {scopes
          .filter((scope) => mine.has(scope))
          .map((scope) => (
            <Checkbox
              key={scope}
              mt="xs"
              value={scope}
              label={mayText.one(scope)}
              description={t[scope]}
            />
          ))}
      </Checkbox.Group>
      <Textarea
        label={t.from}
        description={t.fromHint}
        placeholder="203.0.113.7, 198.51.100.0/24"
        {...field('ip_allow_list')}
      />
      <NativeSelect label={t.version} data={['2', '1']} {...field('api_version')} />
      <Text size="sm" c="dimmed">
        {t.once}
      </Text>
    </FormDialog>
  );
}
