// The policy history: what rules rejected, what people decided, and what was changed.
import { Title } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n.tsx';
import { toWithdrawal } from '../../shared/links.ts';
import { useFactTexts } from '../../shared/reason-texts.ts';
import { ChoiceFilter, Filters } from '../../shared/ui/filters.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { type PolicyEntry, type PolicyStep, policyJournal } from './queries.ts';

const route = getRouteApi('/app/projects/$project/policy');

export function Decisions({ project }: { readonly project: string }) {
  const t = useTexts('policy');
  const { step } = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/policy' });
  const show = (wanted: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, step: wanted }), resetScroll: false });
  const choices = (Object.keys(t.decisionSteps) as PolicyStep[]).map((value) => ({
    value,
    label: t.decisionSteps[value],
  }));
  const wanted = choices.find(({ value }) => value === step)?.value;
  return (
    <>
      <Title order={2}>{t.decisionTitle}</Title>
      <Filters>
        <ChoiceFilter label={t.actionLabel} value={wanted} choices={choices} onChange={show} />
      </Filters>
      <ListTable
        label={t.decisionTitle}
        list={policyJournal(project, wanted)}
        columns={useColumns(project)}
        empty={t.decisionEmpty}
        filtered={{ by: { wanted }, text: t.filtered, onClear: () => show(undefined) }}
      />
    </>
  );
}

function useColumns(project: string): readonly Column<PolicyEntry>[] {
  const t = useTexts('policy');
  const steps: Readonly<Record<string, string>> = useTexts('policy').decisionSteps;
  const texts = useFactTexts();
  return [
    { head: t.decisionWhen, time: ({ at }) => at },
    { head: t.actionLabel, cell: ({ step }) => steps[step] ?? step },
    { head: t.who, cell: ({ step, approver }) => (isAboutHim(step) ? null : approver) ?? '–' },
    {
      head: t.details,
      cell: ({ facts }) => (
        <span style={{ overflowWrap: 'anywhere' }}>{detailsOf(facts, texts) || '–'}</span>
      ),
    },
    {
      head: t.withdrawal,
      cell: ({ withdrawal_id: id, step }) =>
        id === null || step === 'refused_by_rule' ? (
          '–'
        ) : (
          <Link {...toWithdrawal(project, id)}>{t.open}</Link>
        ),
    },
  ];
}

/** The person is then the subject of the entry, not its actor. */
const isAboutHim = (step: string) => ['approver_added', 'approver_removed'].includes(step);

/** The most important details of each kind of entry. Others are in the history, the withdrawal, or elsewhere. */
function detailsOf(
  facts: PolicyEntry['facts'],
  { reasonIn, ruleIn }: ReturnType<typeof useFactTexts>,
): string {
  const decision = facts['decision'] as Readonly<Record<string, unknown>> | undefined;
  const given = facts['needed'] === undefined ? null : `${facts['given']} / ${facts['needed']}`;
  const version = facts['version'] === undefined ? null : `${facts['version']}`;
  const described = [
    decision === undefined ? null : ruleIn(decision),
    ruleIn(facts),
    facts['name'],
    facts['coin'],
    facts['destination'],
  ];
  const parts = [version, given, ...described, facts['address'], reasonIn(facts), facts['note']];
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');
}
