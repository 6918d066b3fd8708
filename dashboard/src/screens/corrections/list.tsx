// Manual adjustments of all projects. A second person approves or rejects pending ones here.
import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { operatorList, type TextSearch } from '../../shared/queries.ts';
import { useCan, useProjectChoices, useProjectName } from '../../shared/session.ts';
import { Ago } from '../../shared/ui/ago.tsx';
import { ConfirmButton } from '../../shared/ui/buttons.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import classes from '../../shared/ui/text.module.css';
import { Money, moneyText, When } from '../../shared/ui/values.tsx';

type Correction = OperatorApi['corrections.list']['output']['rows'][number];

const tones = {
  requested: 'careful',
  booked: 'calm',
  approved: 'good',
  refused: 'quiet',
} as const satisfies Readonly<Record<Correction['status'], string>>;
const correctionStatuses = Object.keys(tones) as Correction['status'][];

function CorrectionStatus({ value }: { readonly value: Correction['status'] }) {
  const t = useTexts('corrections');
  return (
    <span className={classes.status} data-tone={tones[value]}>
      {t.statuses[value]}
    </span>
  );
}

function correctionList({ project, status }: TextSearch<'project' | 'status'>) {
  const requested = { project, status: correctionStatuses.find((known) => known === status) };
  return operatorList(['correction', { project, status }], 'corrections.list', requested);
}

const route = getRouteApi('/app/corrections');

export function Corrections() {
  const t = useTexts('corrections');
  const filter = route.useSearch();
  return (
    <Page title={t.title}>
      <Text c="dimmed">{t.about}</Text>
      <FilteredList
        filter={filter}
        fields={[
          {
            name: 'status',
            label: t.status,
            choices: correctionStatuses.map((value) => ({ value, label: t.statuses[value] })),
          },
          { name: 'project', label: t.project, choices: useProjectChoices() },
        ]}
        label={t.title}
        list={correctionList(filter)}
        columns={useColumns()}
        empty={{ icon: 'corrections', text: t.empty }}
        noneFound={t.filtered}
      />
    </Page>
  );
}

function useColumns(): readonly Column<Correction>[] {
  const t = useTexts('corrections');
  const nameOf = useProjectName();
  return [
    { head: t.project, cell: ({ project_id: id }) => <strong>{nameOf(id)}</strong> },
    { head: t.status, cell: ({ status }) => <CorrectionStatus value={status} /> },
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
  const isOwnWorth = value?.currency === amount.currency;
  return (
    <>
      {t[type]} <Money {...amount} />
      {!isOwnWorth && (
        <Text size="sm" c="dimmed">
          {value === null ? t.noValue : t.labelled({ label: t.value, value: '' })}
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
        {status === 'requested' ? <Ago at={at} /> : <When at={at} />}
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

function Decide({ correction, project }: DecideProps) {
  const t = useTexts('corrections');
  const { locale } = useLanguage();
  const { id, type, amount, reason, requested_by: requester } = correction;
  const what = t[`${type}s`]({ sum: moneyText(locale, amount), project });
  const verbs = ['approve', 'refuse'] as const;
  return (
    <Stack gap="xs" align="flex-start">
      {verbs.map((verb) => (
        <ConfirmButton
          key={verb}
          label={`${t[verb]}…`}
          size="xs"
          title={t[`${verb}Title`]}
          action={t[verb]}
          isDangerous={verb === 'refuse'}
          wantsReason={verb === 'refuse'}
          run={(why) => {
            const [about, options] = [{ correction_id: id }, { confirms: what }];
            return verb === 'approve'
              ? operator('corrections.approve', about, options)
              : operator('corrections.reject', { ...about, reason: why }, options);
          }}
          refreshes={[['correction']]}
        >
          <Text fw={650}>{what}</Text>
          <Text style={{ overflowWrap: 'anywhere' }}>
            {t.requestedBy({ name: requester, reason })}
          </Text>
          {verb === 'refuse' && <Text>{t.refuseWhat}</Text>}
        </ConfirmButton>
      ))}
    </Stack>
  );
}
