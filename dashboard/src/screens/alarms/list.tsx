// The alarms of the till: what a person must look at, and that he did.
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { alarmStatus } from '../../shared/statuses/alarm.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { ChoiceFilter, Filters } from '../../shared/ui/filters.tsx';
import { type Column, ListTable } from '../../shared/ui/list-table.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { Status } from '../../shared/ui/status.tsx';
import { When } from '../../shared/ui/when.tsx';
import { AlarmFacts } from './facts.tsx';
import { alarmWords } from './messages.ts';
import { type Alarm, alarmList, clearAlarm } from './queries.ts';

const route = getRouteApi('/app/alarms');

export function AlarmList() {
  const t = useMessages(alarmWords);
  const { all } = route.useSearch();
  const navigate = useNavigate({ from: '/alarms' });
  const client = useQueryClient();
  const [clearing, setClearing] = useState<Alarm>();
  return (
    <Page title={t.title}>
      <Filters>
        <ChoiceFilter
          label={t.which}
          value={all}
          anyLabel={t.stands}
          choices={[{ value: 'true', label: t.alsoCleared }]}
          onChange={(chosen) =>
            void navigate({ search: chosen === undefined ? {} : { all: chosen } })
          }
        />
      </Filters>
      <ListTable
        label={t.title}
        list={alarmList(all !== undefined)}
        columns={useColumns(setClearing)}
        rowKey={({ id }) => id}
        empty={t.empty}
      />
      {clearing !== undefined && (
        <ConfirmDialog
          title={t.clearTitle}
          action={t.clearAction}
          wantsReason
          run={async (reason) => {
            await clearAlarm(clearing.id, reason);
            await client.invalidateQueries({ queryKey: ['alarm'] });
          }}
          onClose={() => setClearing(undefined)}
        >
          {t.clearWhat(clearing.kind)}
        </ConfirmDialog>
      )}
    </Page>
  );
}

function useColumns(onClear: (alarm: Alarm) => void): readonly Column<Alarm>[] {
  const t = useMessages(alarmWords);
  const canClear = useCan('alarms.clear');
  return [
    { head: t.kind, cell: ({ kind }) => <strong>{kind.replaceAll('_', ' ')}</strong> },
    { head: t.raised, cell: ({ raised_at: at }) => <When at={at} /> },
    { head: t.facts, cell: ({ facts }) => <AlarmFacts facts={facts} /> },
    {
      head: t.state,
      cell: (alarm) =>
        alarm.cleared_at === null ? (
          <>
            <Status of={alarmStatus} value="stands" />{' '}
            {canClear && (
              <Button size="xs" variant="default" onClick={() => onClear(alarm)}>
                {t.clear}
              </Button>
            )}
          </>
        ) : (
          <>
            <Status of={alarmStatus} value="cleared" /> {alarm.cleared_reason}
          </>
        ),
    },
  ];
}
