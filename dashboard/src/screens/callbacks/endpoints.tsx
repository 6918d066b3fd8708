// Callback endpoints: configure, add, enable, disable, test, and rotate their secrets.
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { endpointStatus, Status } from '../../shared/statuses.tsx';
import { ConfirmDialog, FormDialog, ShownOnce } from '../../shared/ui/dialogs.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { Breaks } from '../../shared/ui/values.tsx';
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
            [t.theSecret]: secret.callback_secret,
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

interface Props {
  readonly project: string;
  readonly endpoint: Endpoint;
  readonly onSecret: (secret: Secret) => void;
  readonly onChanged: () => Promise<void>;
}

function EndpointActions({ project, endpoint, onSecret, onChanged }: Props) {
  const t = useTexts('callbacks');
  const canSwitch = useCan('callbacks.disable');
  const canRotate = useCan('callbacks.rotate');
  const [requested, setRequested] = useState<'switch' | 'rotate' | 'finish'>();
  const { url, enabled } = endpoint;
  const named = { project, endpoint_id: endpoint.id };
  const questions = {
    switch: {
      title: enabled ? t.disableTitle : t.enableTitle,
      action: enabled ? t.disableAction : t.enableAction,
      what: enabled ? t.disableWhat({ url }) : t.enableWhat({ url }),
      run: () => operator(enabled ? 'callbacks.disable' : 'callbacks.enable', named),
    },
    rotate: {
      title: t.rotateTitle,
      action: t.rotateAction,
      what: t.rotateWhat({ url }),
      run: async () => {
        const confirms = t.rotateConfirms({ url });
        const { secret } = await operator('callbacks.rotate', named, { confirms });
        if (secret !== null) onSecret(secret);
      },
    },
    finish: {
      title: t.finishTitle,
      action: t.finishAction,
      what: t.finishWhat({ url }),
      run: () => {
        const confirms = t.finishConfirms({ url });
        return operator('callbacks.rotate', { ...named, finish: true }, { confirms });
      },
    },
  } as const;
  const question = requested === undefined ? null : questions[requested];
  return (
    <Group gap="xs">
      {canSwitch && (
        <Button size="xs" variant="default" onClick={() => setRequested('switch')}>
          {enabled ? t.disable : t.enable}
        </Button>
      )}
      {canRotate && (
        <>
          <Button size="xs" variant="default" onClick={() => setRequested('rotate')}>
            {t.rotate}
          </Button>
          <Button size="xs" variant="default" onClick={() => setRequested('finish')}>
            {t.finish}
          </Button>
        </>
      )}
      {question !== null && (
        <ConfirmDialog
          title={question.title}
          action={question.action}
          isDangerous={requested !== 'switch' || enabled}
          run={async () => {
            await question.run();
            await onChanged();
          }}
          onClose={() => setRequested(undefined)}
        >
          {question.what}
        </ConfirmDialog>
      )}
    </Group>
  );
}

type Secret = NonNullable<OperatorApi['callbacks.set']['output']['secret']>;

interface EndpointDialogProps {
  readonly project: string;
  readonly isFurther: boolean;
  /** Called with the secret of a new endpoint. */
  readonly onDone: (secret: Secret | null) => void;
  readonly onClose: () => void;
}

function EndpointDialog({ project, isFurther, onDone, onClose }: EndpointDialogProps) {
  const t = useTexts('callbacks');
  const form = useForm({ initialValues: { url: '' } });
  const work = useAction({
    run: ({ url }: typeof form.values) => {
      const confirms = t.setConfirms({ url });
      return operator('callbacks.set', { project, url, add: isFurther }, { confirms });
    },
    onDone: ({ secret }) => onDone(secret),
    onFailed: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <FormDialog
      title={isFurther ? t.add : t.change}
      action={isFurther ? t.addAction : t.changeAction}
      work={work}
      onSubmit={form.onSubmit((values) => work.start(values))}
      onClose={onClose}
    >
      <Text>{isFurther ? t.addWhat : t.changeWhat}</Text>
      <TextInput
        label={t.address}
        placeholder="https://shop.example/callbacks"
        type="url"
        required
        data-autofocus
        {...form.getInputProps('url')}
      />
    </FormDialog>
  );
}
