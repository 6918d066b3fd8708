// The entries behind one line of a summary, each with its part of the line and a link to its postings.
import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n.tsx';
import { toTrace } from '../../shared/links.ts';
import { accountsOf } from '../../shared/queries.ts';
import { ChoiceFilter, Filters } from '../../shared/ui/filters.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import { Money } from '../../shared/ui/values.tsx';
import { type EntriesOf, type Entry, entriesOf, type Shown, summaryOf } from './queries.ts';

interface Props {
  readonly shown: Shown;
  readonly of: EntriesOf;
}

export function Entries({ shown, of }: Props) {
  const t = useTexts('reports');
  const { data: accounts = [] } = useQuery(accountsOf(of.project));
  const navigate = useNavigate();
  const name = t.lines[of.line];
  return (
    <>
      <div data-screen-only>
        <Link to="." search={(filter) => ({ ...filter, line: undefined, of: undefined })}>
          ← {t.allLines}
        </Link>
      </div>
      <Title order={2}>{name}</Title>
      <Sums shown={shown} of={of} />
      <div data-screen-only>
        <Filters>
          <ChoiceFilter
            label={t.currency}
            value={of.of}
            choices={accounts.map(({ currency: value }) => ({ value, label: value }))}
            onChange={(chosen) =>
              void navigate({ to: '.', search: (filter) => ({ ...filter, of: chosen }) })
            }
          />
        </Filters>
      </div>
      <ListTable
        label={name}
        list={entriesOf(shown, of)}
        columns={useColumns()}
        rowLink={({ reference_id: reference }) => toTrace(of.project, reference)}
        empty={t.noEntries}
      />
    </>
  );
}

/** The sums of the entries, by currency. */
function Sums({ shown, of }: Props) {
  const t = useTexts('reports');
  const { data: summary } = useQuery(summaryOf(shown));
  const rows = summary?.rows.filter(
    ({ line, count, currency }) =>
      line === of.line && count !== 0 && (of.of === undefined || of.of === currency),
  );
  if (rows === undefined) return null;
  return (
    <Group gap="lg">
      {rows.map(({ currency, amount, count }) => (
        <Text key={currency}>
          <strong>
            <Money amount={amount} currency={currency} />
          </strong>{' '}
          {t.entries({ count: count ?? 0 })}
        </Text>
      ))}
    </Group>
  );
}

function useColumns(): Columns<Entry> {
  const t = useTexts('reports');
  const types: Readonly<Record<string, string>> = t.referenceTypes;
  return [
    { head: t.booked, time: ({ booked_at: at }) => at, isExact: true },
    { head: t.type, cell: ({ type }) => types[type] ?? type },
    { head: t.reference, cell: ({ custom_id, description }) => custom_id ?? description ?? '–' },
    { head: t.part, money: ({ part, currency }) => ({ amount: part, currency }) },
    { head: t.balance, money: ({ balance, currency }) => ({ amount: balance, currency }) },
  ];
}
