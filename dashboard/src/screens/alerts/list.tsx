// The alerts of the instance: listed, acknowledged and resolved.
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useKindText } from '../../shared/alert-kinds.ts';
import { operator } from '../../shared/api.ts';
import { useNodeCause, usePauseCause } from '../../shared/code-texts.ts';
import { alertStatus } from '../../shared/further-statuses.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useInvariantText } from '../../shared/invariants.ts';
import {
  useAwayCause,
  usePayeeText,
  useQuarantineCause,
  useSignerRefusal,
} from '../../shared/reason-texts.ts';
import { useCan } from '../../shared/session.ts';
import { Status } from '../../shared/statuses.tsx';
import { ConfirmButton } from '../../shared/ui/buttons.tsx';
import { ChoiceFilter, Filters } from '../../shared/ui/filters.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import text from '../../shared/ui/text.module.css';
import { useTimeText, When } from '../../shared/ui/values.tsx';
import { alertLink } from './alert-links.ts';
import { Assignee } from './assignee.tsx';
import { type AlertRow, alertList } from './queries.ts';

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function AlertFacts({ facts }: { readonly facts: Readonly<Record<string, unknown>> }) {
  const { facts: t, labelled } = useTexts('alerts-page');
  const time = useTimeText();
  const payeeText = usePayeeText();
  const signerRefusal = useSignerRefusal();
  const nodeCause = useNodeCause();
  const pauseCause = usePauseCause();
  const awayText = useAwayCause();
  const invariantText = useInvariantText();
  const quarantineCause = useQuarantineCause();
  const causeText = (value: unknown) =>
    nodeCause(value) ??
    pauseCause(value) ??
    quarantineCause(value, facts) ??
    awayText(value, facts);
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
  const { all } = route.useSearch();
  const navigate = useNavigate({ from: '/alerts' });
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
        columns={useColumns()}
        empty={{ icon: 'alerts', text: t.empty }}
      />
      <Suspense>
        <Destinations />
      </Suspense>
    </Page>
  );
}

function useColumns(): Columns<AlertRow> {
  const t = useTexts('alerts-page');
  const canResolve = useCan('alerts.resolve');
  return [
    { head: t.kind, isText: true, cell: (alert) => <Kind alert={alert} /> },
    { head: t.raised, time: ({ raised_at: at }) => at },
    { head: t.details, isText: true, cell: ({ facts }) => <AlertFacts facts={facts} /> },
    {
      head: t.status,
      cell: (alert) => (
        <Stack gap="xs">
          <AlertState alert={alert} />
          <Assignee alert={alert} />
          {canResolve && alert.resolved_at === null && <AlertActions alert={alert} />}
        </Stack>
      ),
    },
  ];
}

const CHANGED = [['alert']] as const;

function AlertActions({ alert: { id, kind } }: { readonly alert: AlertRow }) {
  const t = useTexts('alerts-page');
  const { is } = useKindText()(kind);
  return (
    <Group gap="xs">
      <ConfirmButton
        label={t.note}
        size="xs"
        title={t.noteTitle}
        action={t.noteAction}
        wantsReason
        // The new note replaces the previous one.
        run={(note) => operator('alerts.acknowledge', { alert_id: id, reason: note })}
        refreshes={CHANGED}
      >
        {t.noteWhat({ kind: is })}
      </ConfirmButton>
      <ConfirmButton
        label={t.clear}
        size="xs"
        title={t.clearTitle}
        action={t.clearAction}
        wantsReason
        run={(reason) => operator('alerts.resolve', { alert_id: id, reason })}
        refreshes={CHANGED}
      >
        {t.clearWhat({ kind: is })}
      </ConfirmButton>
    </Group>
  );
}

const TONES = { critical: 'bad', warning: 'careful' } as const;

function Kind({ alert }: { readonly alert: AlertRow }) {
  const t = useTexts('alerts-page');
  const { areas } = useTexts('common');
  const { is, advice } = useKindText()(alert.kind);
  const about = alertLink(alert);
  return (
    <>
      <span className={text.status} data-tone={TONES[alert.severity]}>
        {t[alert.severity]}
      </span>{' '}
      <strong>{is}</strong>
      <Text size="sm">{advice}</Text>
      <Group gap="md">
        {about !== null && (
          <Link {...about.link}>{t.openScreen({ screen: areas[about.area] })}</Link>
        )}
        <Anchor href={alert.runbook} inherit>
          {t.openGuide}
        </Anchor>
      </Group>
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
