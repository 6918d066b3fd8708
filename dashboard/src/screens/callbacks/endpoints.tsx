// Callback endpoints: configure, add, enable, disable, test, and rotate their secrets.
import { Button, Group, Stack, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { endpointStatus, Status } from '../../shared/statuses.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { ShownOnce } from '../../shared/ui/shown-once.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { Breaks } from '../../shared/ui/values.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointDialog, type Secret } from './endpoint-dialog.tsx';
import { type Endpoint, endpointList } from './queries.ts';

export function Endpoints({ project }: { readonly project: string }) {
  const t = useTexts('callbacks');
  const client = useQueryClient();
  const canSet = useCan('callbacks.set');
  const [setting, setSetting] = useState<'first' | 'further'>();
  const [secret, setSecret] = useState<Secret>();
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: ['endpoint', project] });
    await client.invalidateQueries({ queryKey: ['callback', project] });
  };
  const columns: readonly Column<Endpoint>[] = [
    {
      head: t.endpoint,
      cell: ({ url }) => (
        <strong>
          <Breaks text={url} />
        </strong>
      ),
    },
    {
      head: t.status,
      cell: ({ enabled }) => (
        <Status of={endpointStatus} value={enabled ? 'enabled' : 'disabled'} />
      ),
    },
    {
      head: t.actions,
      cell: (endpoint) => (
        <EndpointActions
          project={project}
          endpoint={endpoint}
          onSecret={setSecret}
          onChanged={refresh}
        />
      ),
    },
  ];
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2}>{t.endpoints}</Title>
        <Group gap="sm">
          <TestButton project={project} onDone={refresh} />
          {canSet && (
            <>
              <Button variant="default" onClick={() => setSetting('first')}>
                {t.change}
              </Button>
              <Button onClick={() => setSetting('further')}>{t.add}</Button>
            </>
          )}
        </Group>
      </Group>
      <ListTable
        label={t.endpoints}
        list={endpointList(project)}
        columns={columns}
        rowKey={({ id }) => id}
        empty={t.noEndpoints}
      />
      {setting !== undefined && (
        <EndpointDialog
          project={project}
          isFurther={setting === 'further'}
          onDone={(made) => {
            setSetting(undefined);
            if (made !== null) setSecret(made);
            void refresh();
          }}
          onClose={() => setSetting(undefined)}
        />
      )}
      {secret !== undefined && (
        <ShownOnce
          title={t.secretMade}
          secrets={{
            [t.secret]: secret.callback_secret,
            'Standard Webhooks': secret.standard_webhooks_secret,
          }}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Stack>
  );
}

function TestButton({
  project,
  onDone,
}: {
  readonly project: string;
  readonly onDone: () => Promise<void>;
}) {
  const t = useTexts('callbacks');
  const canTest = useCan('callbacks.test');
  const test = useAction({ run: () => operator('callbacks.test', { project }), onDone });
  if (!canTest) return null;
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.start(undefined)}>
        {t.test}
      </Button>
      {test.isError && <Failed error={test.error} />}
    </>
  );
}
