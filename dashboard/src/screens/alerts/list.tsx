// The alerts of the instance: listed, acknowledged and resolved.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useKindText } from '../../shared/alert-kinds.ts';
import { useNodeCause, usePauseCause } from '../../shared/code-texts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useInvariantText } from '../../shared/invariants.ts';
import {
  useAwayCause,
  usePayeeText,
  useQuarantineCause,
  useSignerRefusal,
} from '../../shared/reason-texts.ts';
import { useCan } from '../../shared/session.ts';
import { alertStatus, Status } from '../../shared/statuses.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { ChoiceFilter, Filters } from '../../shared/ui/filters.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { useTimeText, When } from '../../shared/ui/values.tsx';
import { type AlertRow, acknowledgeAlert, alertList, resolveAlert } from './queries.ts';

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function AlertFacts({ facts }: { readonly facts: Readonly<Record<string, unknown>> }) {
  const t = useTexts('alerts-page').facts;
  const { labelled } = useTexts('common');
  const time = useTimeText();
  const payeeText = usePayeeText();
  const signerRefusal = useSignerRefusal();
  const nodeCause = useNodeCause();
  const stopCause = usePauseCause();
  const awayText = useAwayCause();
  const invariantText = useInvariantText();
  const quarantineCause = useQuarantineCause();
  const causeText = (value: unknown) =>
    nodeCause(value) ?? stopCause(value) ?? quarantineCause(value, facts) ?? awayText(value, facts);
  const refusalText = (refusal: unknown) =>
    isCoded(refusal) ? signerRefusal(refusal.code, refusal) : payeeText(refusal);
  const { refusal, ...others } = withoutRepeated(facts);
  const reason = refusalText(refusal);
  const said = reason === null ? others : { reason, ...others };
  const nameOf = (name: string) =>
    name in t ? t[name as keyof typeof t] : name.replaceAll('_', ' ');
  const textFor = (value: unknown) => {
    if (typeof value === 'string') return MOMENT.test(value) ? time(value) : value;
    if (typeof value === 'boolean') return value ? t.yes : t.no;
    return JSON.stringify(value);
  };
  const codeText = (name: string, value: unknown) => {
    if (name === 'cause') return causeText(value);
    return name === 'invariant' ? invariantText(String(value)) : null;
  };
  return Object.entries(said).map(([name, value]) => (
    <Text key={name} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {labelled({ label: nameOf(name), value: codeText(name, value) ?? textFor(value) })}
    </Text>
  ));
}

const isCoded = (value: unknown): value is { readonly code: unknown } =>
  typeof value === 'object' && value !== null && 'code' in value;

/** For an audit finding, the subject repeats its code and details, which have their own lines. */
function withoutRepeated(facts: Readonly<Record<string, unknown>>) {
  const { subject: _subject, ...others } = facts;
  return 'invariant' in facts ? others : facts;
}

const route = getRouteApi('/app/alerts');
/** Loaded after the alerts, which come first. */
const Destinations = lazy(async () => ({
  default: (await import('./destinations.tsx')).Destinations,
}));

export function AlertList() {
  const t = useTexts('alerts-page');
  const kindText = useKindText();
  const { all } = route.useSearch();
  const navigate = useNavigate({ from: '/alerts' });
  const client = useQueryClient();
  const [clearing, setClearing] = useState<AlertRow>();
  const [noting, setNoting] = useState<AlertRow>();
  const changed = () => client.invalidateQueries({ queryKey: ['alert'] });
  return (
    <Page title={t.alerts}>
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
        label={t.alerts}
        list={alertList(all !== undefined)}
        columns={useColumns(setNoting, setClearing)}
        empty={t.empty}
      />
      <Suspense>
        <Destinations />
      </Suspense>
      {noting !== undefined && (
        <ConfirmDialog
          title={t.noteTitle}
          action={t.noteAction}
          wantsReason
          run={async (note) => {
            await acknowledgeAlert(noting.id, note);
            await changed();
          }}
          onClose={() => setNoting(undefined)}
        >
          {t.noteWhat({ kind: kindText(noting.kind).is })}
        </ConfirmDialog>
      )}
      {clearing !== undefined && (
        <ConfirmDialog
          title={t.clearTitle}
          action={t.clearAction}
          wantsReason
          run={async (reason) => {
            await resolveAlert(clearing.id, reason);
            await changed();
          }}
          onClose={() => setClearing(undefined)}
        >
          {t.clearWhat({ kind: kindText(clearing.kind).is })}
        </ConfirmDialog>
      )}
    </Page>
  );
}

type Chosen = (alert: AlertRow) => void;

function useColumns(onNote: Chosen, onClear: Chosen): readonly Column<AlertRow>[] {
  const t = useTexts('alerts-page');
  const canResolve = useCan('alerts.resolve');
  return [
    { head: t.kind, isText: true, cell: ({ kind }) => <Kind kind={kind} /> },
    { head: t.raised, cell: ({ raised_at: at }) => <When at={at} /> },
    { head: t.details, isText: true, cell: ({ facts }) => <AlertFacts facts={facts} /> },
    {
      head: t.status,
      cell: (alert) => (
        <Stack gap="xs">
          <AlertState alert={alert} />
          {canResolve && alert.resolved_at === null && (
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={() => onNote(alert)}>
                {t.note}
              </Button>
              <Button size="xs" variant="default" onClick={() => onClear(alert)}>
                {t.clear}
              </Button>
            </Group>
          )}
        </Stack>
      ),
    },
  ];
}

function Kind({ kind }: Pick<AlertRow, 'kind'>) {
  const { is, advice } = useKindText()(kind);
  return (
    <>
      <strong>{is}</strong>
      <Text size="sm">{advice}</Text>
    </>
  );
}

function AlertState({ alert }: { readonly alert: AlertRow }) {
  const t = useTexts('alerts-page');
  const {
    resolved_at: resolvedAt,
    acknowledged_at: acknowledgedAt,
    acknowledged_by: by,
    note,
  } = alert;
  const open = acknowledgedAt === null ? 'open' : 'acknowledged';
  return (
    <div>
      <Status of={alertStatus} value={resolvedAt === null ? open : 'resolved'} />{' '}
      {alert.resolved_reason}
      {acknowledgedAt !== null && (
        <Text size="sm">
          {t.acknowledgedBy({ name: by ?? '', note: note ?? '' })} (<When at={acknowledgedAt} />)
        </Text>
      )}
    </div>
  );
}
