// Alert destinations: add, test, enable, disable, remove.
import { Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useAction } from '../../shared/errors.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { destinationStatus } from '../../shared/further-statuses.ts';
import { languages, type Texts, useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { Status } from '../../shared/statuses.tsx';
import { ActionButton, DialogButton } from '../../shared/ui/buttons.tsx';
import { FormDialog, ShownOnce } from '../../shared/ui/dialogs.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { type RowAction, RowMenu } from '../../shared/ui/row-menu.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import { When } from '../../shared/ui/values.tsx';
import {
  type AddedDestination,
  DESTINATIONS,
  type Destination,
  destinationList,
  type TestResult,
} from './queries.ts';

export function Destinations() {
  const t = useTexts('alerts-page');
  const canAdd = useCan('alerts.destinations.add');
  const canTest = useCan('alerts.test');
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>();
  const [tested, setTested] = useState<readonly TestResult[]>([]);
  const test = useAction({
    run: () => operator('alerts.test', {}),
    refreshes: [DESTINATIONS],
    onDone: setTested,
  });
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2}>{t.destinationTitle}</Title>
        <Group gap="sm">
          {canTest && <ActionButton work={test}>{t.test}</ActionButton>}
          {canAdd && (
            <DialogButton label={t.add} variant="filled">
              {(onClose) => (
                <DestinationDialog
                  onDone={({ signing_secret: secret, standard_webhooks_secret: standard }) => {
                    onClose();
                    if (secret !== null && standard !== null)
                      setSecrets({ [t.theSecret]: secret, 'Standard Webhooks': standard });
                  }}
                  onClose={onClose}
                />
              )}
            </DialogButton>
          )}
        </Group>
      </Group>
      {test.isError && <Failed error={test.error} />}
      <ListTable
        label={t.destinationTitle}
        list={destinationList}
        columns={useColumns(tested)}
        empty={t.destinationEmpty}
      />
      {secrets !== undefined && (
        <ShownOnce title={t.secretMade} secrets={secrets} onClose={() => setSecrets(undefined)} />
      )}
    </Stack>
  );
}

function useColumns(tested: readonly TestResult[]): Columns<Destination> {
  const t = useTexts('alerts-page');
  const canChange = useCan('alerts.destinations.remove');
  return [
    {
      head: t.destination,
      cell: ({ name, kind, recipient }) => (
        <>
          <strong>{name}</strong>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t.labelled({ label: t.destinationKinds[kind], value: recipient })}
          </Text>
        </>
      ),
    },
    {
      head: t.how,
      cell: (row) => (
        <DestinationState destination={row} tested={tested.find(({ id }) => id === row.id)} />
      ),
    },
    { head: t.repeated, cell: ({ repeat_minutes: minutes }) => repeatText(minutes, t) },
    canChange && { head: t.rowActions, cell: (row) => <DestinationActions destination={row} /> },
  ];
}

function DestinationState(props: {
  readonly destination: Destination;
  readonly tested: TestResult | undefined;
}) {
  const { destination, tested } = props;
  const t = useTexts('alerts-page');
  const { delivery } = useTexts('reasons');
  const { delivered_at: deliveredAt, last_error: message, last_error_code: code } = destination;
  const error = code === null ? message : delivery[code];
  return (
    <div>
      <Status of={destinationStatus} value={statusOf(destination)} />
      {deliveredAt !== null && (
        <Text size="sm">
          {t.last} <When at={deliveredAt} />
        </Text>
      )}
      {error !== null && <Text size="sm">{error}</Text>}
      {tested !== undefined && (
        <Text size="sm" role="status">
          {tested.delivered
            ? t.testTaken({ milliseconds: tested.milliseconds })
            : t.testFailed({
                error: tested.error_code === null ? tested.response : delivery[tested.error_code],
              })}
        </Text>
      )}
    </div>
  );
}

function statusOf({ enabled, failures, delivered_at: deliveredAt }: Destination) {
  if (!enabled) return 'off';
  if (failures > 0) return 'failing';
  return deliveredAt === null ? 'unused' : 'well';
}

function DestinationActions({ destination }: { readonly destination: Destination }) {
  const t = useTexts('alerts-page');
  const { id, name, enabled } = destination;
  const named = { destination_id: id };
  const confirms = enabled ? t.disableWhat({ name }) : t.enableWhat({ name });
  const removes = t.removeWhat({ name });
  const change: RowAction = {
    label: enabled ? t.disable : t.enable,
    isDangerous: enabled,
    confirm: {
      title: enabled ? t.disableTitle : t.enableTitle,
      action: enabled ? t.disableAction : t.enableAction,
      isDangerous: enabled,
      run: () => {
        const operation = enabled ? 'alerts.destinations.disable' : 'alerts.destinations.enable';
        return operator(operation, named, { confirms });
      },
      refreshes: [DESTINATIONS],
      children: confirms,
    },
  };
  const remove: RowAction = {
    label: t.remove,
    isDangerous: true,
    confirm: {
      title: t.removeTitle,
      action: t.removeAction,
      isDangerous: true,
      run: () => operator('alerts.destinations.remove', named, { confirms: removes }),
      refreshes: [DESTINATIONS],
      children: removes,
    },
  };
  return <RowMenu of={name} actions={[change, remove]} />;
}

type Kind = Destination['kind'];

const KINDS: readonly Kind[] = ['mail', 'webhook', 'slack', 'telegram'];
const NEEDS: Readonly<Record<Kind, readonly ('to' | 'secret')[]>> = {
  mail: ['to'],
  webhook: ['secret'],
  slack: ['secret'],
  telegram: ['to', 'secret'],
};
/** In minutes. 0: never. */
const REPEATS = [15, 60, 240, 0];

interface Props {
  readonly onDone: (added: AddedDestination) => void;
  readonly onClose: () => void;
}

function DestinationDialog({ onDone, onClose }: Props) {
  const t = useTexts('alerts-page');
  const { language } = useLanguage();
  const { form, field, dialog } = useFormAction({
    initialValues: {
      kind: 'mail' as Kind,
      name: '',
      to: '',
      secret: '',
      language,
      repeat: '60',
    },
    run: ({ to, secret, repeat, ...rest }) => {
      const needed = {
        ...(NEEDS[rest.kind].includes('to') && { to }),
        ...(NEEDS[rest.kind].includes('secret') && { secret }),
      };
      return operator(
        'alerts.destinations.add',
        { ...rest, ...needed, repeat_minutes: REPEATS.find((minutes) => repeat === `${minutes}`) },
        { confirms: t.addConfirms({ name: rest.name }) },
      );
    },
    refreshes: [DESTINATIONS],
    onDone,
  });
  const { kind } = form.values;
  return (
    <FormDialog title={t.add} action={t.addAction} onClose={onClose} {...dialog}>
      <NativeSelect
        label={t.destinationKind}
        data={KINDS.map((value) => ({ value, label: t.destinationKinds[value] }))}
        {...field('kind')}
      />
      <TextInput
        label={t.name}
        description={t.nameHint}
        required
        maxLength={100}
        data-autofocus
        {...field('name')}
      />
      {NEEDS[kind].includes('to') && (
        <TextInput
          label={kind === 'mail' ? t.address : t.chat}
          type={kind === 'mail' ? 'email' : 'text'}
          required
          {...field('to')}
        />
      )}
      {NEEDS[kind].includes('secret') && (
        <TextInput
          type="password"
          label={kind === 'telegram' ? t.token : t.url}
          description={t.secretHint}
          required
          autoComplete="off"
          {...field('secret')}
        />
      )}
      <NativeSelect
        label={t.language}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        {...field('language')}
      />
      <NativeSelect
        label={t.repeated}
        description={t.repeatHint}
        data={REPEATS.map((minutes) => ({ value: `${minutes}`, label: repeatText(minutes, t) }))}
        {...field('repeat')}
      />
    </FormDialog>
  );
}

const HOUR = 60;

/** How long after an alert its message is repeated. */
function repeatText(minutes: number, t: Texts['alerts-page']): string {
  return minutes < HOUR ? t.repeat({ minutes }) : t.repeatHours({ hours: minutes / HOUR });
}
