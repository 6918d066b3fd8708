// Alert destinations: add, test, enable, disable, remove.
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { destinationStatus, Status } from '../../shared/statuses.tsx';
import { ConfirmDialog, ShownOnce } from '../../shared/ui/dialogs.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { When } from '../../shared/ui/values.tsx';
import { DestinationDialog } from './destination-dialog.tsx';
import { type Destination, destinationList, type TestResult } from './queries.ts';
import { repeatText } from './repeat.ts';

export function Destinations() {
  const t = useTexts('alerts-page');
  const client = useQueryClient();
  const canAdd = useCan('alerts.destinations.add');
  const canTest = useCan('alerts.test');
  const [isAdding, setAdding] = useState(false);
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>();
  const [tested, setTested] = useState<readonly TestResult[]>([]);
  const refresh = () => client.invalidateQueries({ queryKey: ['alert_destination'] });
  const test = useAction({
    run: () => operator('alerts.test', {}),
    onDone: (results) => {
      setTested(results);
      return refresh();
    },
  });
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2}>{t.destinationTitle}</Title>
        <Group gap="sm">
          {canTest && (
            <Button
              variant="default"
              loading={test.isPending}
              onClick={() => test.start(undefined)}
            >
              {t.test}
            </Button>
          )}
          {canAdd && <Button onClick={() => setAdding(true)}>{t.add}</Button>}
        </Group>
      </Group>
      {test.isError && <Failed error={test.error} />}
      <ListTable
        label={t.destinationTitle}
        list={destinationList()}
        columns={useColumns(tested, refresh)}
        empty={t.destinationEmpty}
      />
      {isAdding && (
        <DestinationDialog
          onDone={({ signing_secret: secret, standard_webhooks_secret: standard }) => {
            setAdding(false);
            if (secret !== null && standard !== null)
              setSecrets({ [t.theSecret]: secret, 'Standard Webhooks': standard });
            void refresh();
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {secrets !== undefined && (
        <ShownOnce title={t.secretMade} secrets={secrets} onClose={() => setSecrets(undefined)} />
      )}
    </Stack>
  );
}

function useColumns(
  tested: readonly TestResult[],
  refresh: () => Promise<unknown>,
): readonly Column<Destination>[] {
  const t = useTexts('alerts-page');
  const names = useTexts('alerts-page').destinationKinds;
  const { labelled } = useTexts('common');
  return [
    {
      head: t.destination,
      cell: ({ name, kind, recipient }) => (
        <>
          <strong>{name}</strong>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {labelled({ label: names[kind], value: recipient })}
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
    {
      head: t.change,
      cell: (row) => <DestinationActions destination={row} onChanged={refresh} />,
    },
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

interface Props {
  readonly destination: Destination;
  readonly onChanged: () => Promise<unknown>;
}

function DestinationActions({ destination, onChanged }: Props) {
  const t = useTexts('alerts-page');
  const canChange = useCan('alerts.destinations.remove');
  const [requested, setRequested] = useState<'switch' | 'remove'>();
  if (!canChange) return null;
  const { id, name, enabled } = destination;
  const named = { destination_id: id };
  const questions = {
    switch: {
      title: enabled ? t.disableTitle : t.enableTitle,
      action: enabled ? t.disableAction : t.enableAction,
      what: enabled ? t.disableWhat({ name }) : t.enableWhat({ name }),
      run: (confirms: string) =>
        operator(enabled ? 'alerts.destinations.disable' : 'alerts.destinations.enable', named, {
          confirms,
        }),
    },
    remove: {
      title: t.removeTitle,
      action: t.removeAction,
      what: t.removeWhat({ name }),
      run: (confirms: string) => operator('alerts.destinations.remove', named, { confirms }),
    },
  } as const;
  const question = requested === undefined ? null : questions[requested];
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => setRequested('switch')}>
        {enabled ? t.disable : t.enable}
      </Button>
      <Button size="xs" variant="default" onClick={() => setRequested('remove')}>
        {t.remove}
      </Button>
      {question !== null && (
        <ConfirmDialog
          title={question.title}
          action={question.action}
          isDangerous={requested === 'remove' || enabled}
          run={async () => {
            await question.run(question.what);
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
