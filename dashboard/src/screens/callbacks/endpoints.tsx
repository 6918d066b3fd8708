// Callback endpoints: configure, add, enable, disable, test, and rotate their secrets.
import { Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { useAction } from '../../shared/errors.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { endpointStatus } from '../../shared/further-statuses.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { Status } from '../../shared/statuses.tsx';
import { ActionButton, DialogButton, useCreate } from '../../shared/ui/buttons.tsx';
import { FormDialog, ShownOnce } from '../../shared/ui/dialogs.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { type RowAction, RowMenu } from '../../shared/ui/row-menu.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import { Breaks } from '../../shared/ui/webhook-texts.tsx';
import { type Endpoint, endpointList } from './queries.ts';

export function Endpoints({ project }: { readonly project: string }) {
  const t = useTexts('callbacks');
  const canSet = useCan('callbacks.set');
  const [secret, setSecret] = useState<Secret>();
  const dialog = (isFurther: boolean) => (onClose: () => void) => (
    <EndpointDialog
      {...{ project, isFurther, onClose }}
      onDone={(made) => {
        onClose();
        if (made !== null) setSecret(made);
      }}
    />
  );
  const add = useCreate(canSet, dialog(true));
  const columns: Columns<Endpoint> = [
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
      cell: (endpoint) => <EndpointActions {...{ project, endpoint }} onSecret={setSecret} />,
    },
  ];
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2}>{t.endpoints}</Title>
        <Group gap="sm">
          <TestButton project={project} />
          {canSet && <DialogButton label={t.change}>{dialog(false)}</DialogButton>}
          {add.button(t.add)}
        </Group>
      </Group>
      <ListTable
        label={t.endpoints}
        list={endpointList(project)}
        columns={columns}
        empty={{ icon: 'webhooks', text: t.noEndpoints, action: add.button(t.addFirst) }}
      />
      {add.dialog}
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

const changedIn = (project: string) => [
  ['endpoint', project],
  ['callback', project],
];

function TestButton({ project }: { readonly project: string }) {
  const t = useTexts('callbacks');
  const canTest = useCan('callbacks.test');
  const test = useAction({
    run: () => operator('callbacks.test', { project }),
    refreshes: changedIn(project),
  });
  if (!canTest) return null;
  return (
    <>
      <ActionButton work={test}>{t.test}</ActionButton>
      {test.isError && <Failed error={test.error} />}
    </>
  );
}

interface Props {
  readonly project: string;
  readonly endpoint: Endpoint;
  readonly onSecret: (secret: Secret) => void;
}

function EndpointActions({ project, endpoint: { id, url, enabled }, onSecret }: Props) {
  const t = useTexts('callbacks');
  const canSwitch = useCan('callbacks.disable');
  const canRotate = useCan('callbacks.rotate');
  const named = { project, endpoint_id: id };
  const refreshes = changedIn(project);
  const change: RowAction = {
    label: enabled ? t.disable : t.enable,
    isDangerous: enabled,
    confirm: {
      title: enabled ? t.disableTitle : t.enableTitle,
      action: enabled ? t.disableAction : t.enableAction,
      isDangerous: enabled,
      run: () => operator(enabled ? 'callbacks.disable' : 'callbacks.enable', named),
      refreshes,
      children: enabled ? t.disableWhat({ url }) : t.enableWhat({ url }),
    },
  };
  const rotate: RowAction = {
    label: t.rotate,
    isDangerous: true,
    confirm: {
      title: t.rotateTitle,
      action: t.rotateAction,
      isDangerous: true,
      run: async () => {
        const confirms = t.rotateConfirms({ url });
        const { secret } = await operator('callbacks.rotate', named, { confirms });
        if (secret !== null) onSecret(secret);
      },
      refreshes,
      children: t.rotateWhat({ url }),
    },
  };
  const finish: RowAction = {
    label: t.finish,
    isDangerous: true,
    confirm: {
      title: t.finishTitle,
      action: t.finishAction,
      isDangerous: true,
      run: () => {
        const confirms = t.finishConfirms({ url });
        return operator('callbacks.rotate', { ...named, finish: true }, { confirms });
      },
      refreshes,
      children: t.finishWhat({ url }),
    },
  };
  return (
    <RowMenu of={url} actions={[canRotate && rotate, canRotate && finish, canSwitch && change]} />
  );
}

type Secret = NonNullable<OperatorApi['callbacks.set']['output']['secret']>;

interface EndpointDialogProps {
  readonly project: string;
  readonly isFurther: boolean;
  readonly onDone: (secret: Secret | null) => void;
  readonly onClose: () => void;
}

function EndpointDialog({ project, isFurther, onDone, onClose }: EndpointDialogProps) {
  const t = useTexts('callbacks');
  const { field, dialog } = useFormAction({
    initialValues: { url: '' },
    run: ({ url }) => {
      const confirms = t.setConfirms({ url });
      return operator('callbacks.set', { project, url, add: isFurther }, { confirms });
    },
    refreshes: changedIn(project),
    onDone: ({ secret }) => onDone(secret),
  });
  return (
    <FormDialog
      title={isFurther ? t.add : t.change}
      action={isFurther ? t.addAction : t.changeAction}
      onClose={onClose}
      {...dialog}
    >
      <Text>{isFurther ? t.addWhat : t.changeWhat}</Text>
      <TextInput
        label={t.address}
        placeholder="https://shop.example/callbacks"
        type="url"
        required
        data-autofocus
        {...field('url')}
      />
    </FormDialog>
  );
}
