// Manual adjustments of all projects. A second person approves or rejects pending ones here.
import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useCan, useMe } from '../../shared/session.ts';
import { correctionStatus, Status, useStatusChoices } from '../../shared/statuses.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { FilteredList, useProjectChoices } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { Age, Money, moneyText, When } from '../../shared/ui/values.tsx';
import { type Correction, correctionList } from './queries.ts';

const route = getRouteApi('/app/corrections');

export function Corrections() {
  const t = useTexts('corrections');
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/corrections' });
  return (
    <Page title={t.title}>
      <Text c="dimmed">{t.about}</Text>
      <FilteredList
        filter={filter}
        fields={[
          { name: 'status', label: t.status, choices: useStatusChoices(correctionStatus) },
          { name: 'project', label: t.project, choices: useProjectChoices() },
        ]}
        onFilter={(search) => void navigate({ search })}
        label={t.title}
        list={correctionList(filter)}
        columns={useColumns()}
        empty={t.empty}
        noneFound={t.filtered}
      />
    </Page>
  );
}

function useColumns(): readonly Column<Correction>[] {
  const t = useTexts('corrections');
  const { projects } = useMe();
  const nameOf = (id: string) => projects.find((each) => each.id === id)?.name ?? id;
  return [
    { head: t.project, cell: ({ project_id: id }) => <strong>{nameOf(id)}</strong> },
    { head: t.status, cell: ({ status }) => <Status of={correctionStatus} value={status} /> },
    { head: t.amount, cell: (row) => <What correction={row} /> },
    { head: t.reason, isText: true, cell: ({ reason }) => reason },
    { head: t.requested, isText: true, cell: (row) => <Requested correction={row} /> },
    {
      head: t.decision,
      isText: true,
      cell: (row) => <Decision correction={row} project={nameOf(row.project_id)} />,
    },
  ];
}

interface Props {
  readonly correction: Correction;
}

function What({ correction: { type, amount, value } }: Props) {
  const t = useTexts('corrections');
  const { labelled } = useTexts('common');
  const isOwnWorth = value?.currency === amount.currency;
  return (
    <>
      {t[type]} <Money {...amount} />
      {!isOwnWorth && (
        <Text size="sm" c="dimmed">
          {value === null ? t.noValue : labelled({ label: t.value, value: '' })}
          {value !== null && <Money {...value} />}
        </Text>
      )}
    </>
  );
}

function Requested({ correction }: Props) {
  const { requested_by: name, requested_at: at, status } = correction;
  return (
    <>
      {name}
      <Text size="sm" c="dimmed">
        {status === 'requested' ? <Age since={at} /> : <When at={at} />}
      </Text>
    </>
  );
}

function Decision({ correction, project }: Props & { readonly project: string }) {
  const { status, decided_by: name, refused_because: why } = correction;
  const canDecide = useCan('corrections.approve');
  const { labelled } = useTexts('common');
  if (status === 'requested' && canDecide) return <Decide {...{ correction, project }} />;
  if (name === null) return '–';
  return why === null ? name : labelled({ label: name, value: why });
}

interface DecideProps {
  readonly correction: Correction;
  /** The name of the project. */
  readonly project: string;
}

type Verb = 'approve' | 'refuse';

function Decide({ correction, project }: DecideProps) {
  const t = useTexts('corrections');
  const { locale } = useLanguage();
  const [verb, setVerb] = useState<Verb>();
  const { type, amount, reason, requested_by: requester } = correction;
  const what = t[`${type}s`]({ sum: moneyText(locale, amount), project });
  const decide = useDecide(correction.id);
  return (
    <Group gap="xs" wrap="nowrap">
      {(['approve', 'refuse'] as const).map((each) => (
        <Button key={each} size="xs" variant="default" onClick={() => setVerb(each)}>
          {t[each]}…
        </Button>
      ))}
      {verb !== undefined && (
        <ConfirmDialog
          title={t[`${verb}Title`]}
          action={t[verb]}
          isDangerous={verb === 'refuse'}
          wantsReason={verb === 'refuse'}
          run={(why) => decide(verb, { why, confirms: what })}
          onClose={() => setVerb(undefined)}
        >
          <Text fw={650}>{what}</Text>
          <Text style={{ overflowWrap: 'anywhere' }}>
            {t.requestedBy({ name: requester, reason })}
          </Text>
          {verb === 'refuse' && <Text>{t.refuseWhat}</Text>}
        </ConfirmDialog>
      )}
    </Group>
  );
}

function useDecide(id: string) {
  const client = useQueryClient();
  return async (verb: Verb, { why, confirms }: { why: string; confirms: string }) => {
    const about = { correction_id: id };
    if (verb === 'approve') await operator('corrections.approve', about, { confirms });
    else await operator('corrections.reject', { ...about, reason: why }, { confirms });
    await client.invalidateQueries({ queryKey: ['correction'] });
  };
}
