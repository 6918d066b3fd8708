// The person who takes care of an alert, and how to choose another one.
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { operator } from '../../shared/api.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { operatorQuery } from '../../shared/queries.ts';
import { useCan, useMe } from '../../shared/session.ts';
import { Failed } from '../../shared/ui/page.tsx';
import type { AlertRow } from './queries.ts';

export function Assignee({
  alert: { id, assignee, resolved_at: over },
}: {
  readonly alert: AlertRow;
}) {
  const t = useTexts('alerts-page');
  const { labelled } = useTexts('common');
  const canAssign = useCan('alerts.assign') && over === null;
  if (canAssign) return <Assign id={id} assignee={assignee} />;
  if (assignee === null) return null;
  return <Text size="sm">{labelled({ label: t.assignee, value: assignee.name })}</Text>;
}

function Assign({ id, assignee }: Pick<AlertRow, 'id' | 'assignee'>) {
  const t = useTexts('alerts-page');
  const me = useMe().user;
  const people = useQuery(operatorQuery(['user', null, 'list'], 'users.list', {}));
  const work = useAction({
    run: (userId: string) =>
      operator('alerts.assign', { alert_id: id, ...(userId === '' ? {} : { user_id: userId }) }),
    refreshes: [['alert']],
  });
  const able = (people.data ?? []).filter(
    ({ role, disabled_at: disabledAt }) =>
      disabledAt === null && (role === 'owner' || role === 'operator'),
  );
  const choices = new Map([
    ...able.map((person) => [person.id, person.name] as const),
    ...(assignee === null ? [] : [[assignee.user_id, assignee.name] as const]),
  ]);
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        size="xs"
        label={t.assignee}
        value={assignee?.user_id ?? ''}
        onChange={(event) => work.start(event.currentTarget.value)}
        data={[
          { value: '', label: t.nobody },
          ...[...choices].map(([value, label]) => ({ value, label })),
        ]}
      />
      {assignee === null && (
        <Button size="xs" variant="default" onClick={() => work.start(me.id)}>
          {t.assignToMe}
        </Button>
      )}
      {work.isError && <Failed error={work.error} />}
    </Group>
  );
}
