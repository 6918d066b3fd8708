// A report for a period, of one project or of the whole instance: as charts and tables, as a file, or printed.
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { usePeriodText } from '../../shared/chart/bars.tsx';
import { currenciesToValueIn, VALUED_IN } from '../../shared/currencies.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { Filters, SpanFilter } from '../../shared/ui/filters.tsx';
import { FileButtons, Loaded, Page } from '../../shared/ui/page.tsx';
import { Parts } from './parts.tsx';
import { fileOf, PERIODS, type ReportFilter, reportOf } from './queries.ts';

export function ReportScreen() {
  const { project } = useParams({ strict: false });
  const filter: ReportFilter = useSearch({ strict: false });
  const navigate = useNavigate();
  const t = useTexts('reports');
  const day = usePeriodText();
  const show = (changed: ReportFilter) =>
    void navigate({ to: '.', search: { ...filter, ...changed } });
  return (
    <Page
      title={project === undefined ? t.titleOfTill : t.title}
      actions={
        <Group gap="sm" data-screen-only>
          <FileButtons href={(form) => fileOf(project, filter, form)} />
          <Button variant="default" onClick={() => window.print()}>
            {t.print}
          </Button>
        </Group>
      }
    >
      <div data-screen-only>
        <Filters>
          <SpanFilter of={filter} onChange={show} />
          <NativeSelect
            label={t.by}
            value={filter.by ?? 'month'}
            data={PERIODS.map((value) => ({ value, label: t[value] }))}
            onChange={(event) => show({ by: event.currentTarget.value })}
          />
          <NativeSelect
            label={t.valuedIn}
            value={filter.currency ?? VALUED_IN}
            data={[...currenciesToValueIn]}
            onChange={(event) => show({ currency: event.currentTarget.value })}
          />
        </Filters>
      </div>
      <Loaded query={useQuery(reportOf(project, filter))} what={t.title}>
        {(report) => (
          <Stack gap="lg">
            <Text c="dimmed">{t.time({ from: day(report.from), to: day(report.to) })}</Text>
            <Parts report={report} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
