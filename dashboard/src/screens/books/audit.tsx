// The audit: what was verified and when, and its findings. It runs automatically; this shows the stored results.
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFieldText } from '../../shared/field-text.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useInvariantText } from '../../shared/invariants.ts';
import { useMe } from '../../shared/session.ts';
import { QueryStatus } from '../../shared/ui/page.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { When } from '../../shared/ui/values.tsx';
import { type Audited, audited } from './queries.ts';

export function Audit() {
  const t = useTexts('books');
  const { labelled } = useTexts('common');
  const query = useQuery(audited);
  if (!query.isSuccess) return <QueryStatus of={query} what={t.audit} />;
  const { projects, found } = query.data;
  return (
    <>
      <Text c="dimmed">{t.auditAbout}</Text>
      {found.length === 0 ? <Text>{t.nothingFound}</Text> : <Found of={query.data} />}
      <Text>
        {labelled({ label: t.whole, value: '' })}
        <Whole whole={query.data.whole} />
      </Text>
      <RowsTable
        label={t.proven}
        rows={projects}
        rowKey={({ project_id: id }) => id}
        columns={[
          { head: t.project, cell: ({ project }) => <strong>{project}</strong> },
          {
            head: t.provenAt,
            cell: ({ proven_at: at }) => (at === null ? t.notYet : <When at={at} />),
          },
          { head: t.thisRound, cell: ({ is_due: isDue }) => (isDue ? t.due : t.done) },
        ]}
      />
      {query.data.has_more_projects && <Text c="dimmed">{t.moreProjects}</Text>}
    </>
  );
}

function Whole({ whole }: Pick<Audited, 'whole'>) {
  const t = useTexts('books');
  if (whole === null) return t.neverUsed;
  if (whole.ended_at === null) return t.notEnded;
  return (
    <>
      <When at={whole.ended_at} />, {t.counted({ count: whole.found })}
    </>
  );
}

function Found({ of: { found, has_more_found: hasMore } }: { readonly of: Audited }) {
  const t = useTexts('books');
  const { labelled } = useTexts('common');
  const textOf = useInvariantText();
  const fieldText = useFieldText();
  const { projects } = useMe();
  return (
    <>
      <Alert color="red" role="note">
        {t.doFound}
      </Alert>
      <RowsTable
        label={t.wrong}
        rows={found}
        rowKey={({ alert_id: id }) => id}
        columns={[
          {
            head: t.project,
            cell: ({ project_id: id }) =>
              id === null ? t.ownCoins : (projects.find((each) => each.id === id)?.name ?? id),
          },
          { head: t.invariant, cell: ({ invariant }) => <strong>{textOf(invariant)}</strong> },
          {
            head: t.where,
            cell: ({ facts }) =>
              Object.entries(facts).map(([name, value]) => (
                <Text key={name} size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {labelled({ label: fieldText(name), value: '' })}
                  {typeof value === 'string' ? value : JSON.stringify(value)}
                </Text>
              )),
          },
          { head: t.foundAt, cell: ({ found_at: at }) => <When at={at} /> },
        ]}
      />
      {hasMore && <Text c="dimmed">{t.moreFound}</Text>}
    </>
  );
}
