// A report for a period, of one project or of the whole instance: as charts and tables, as a file, or printed.
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { usePeriodText } from '../../shared/chart/bars.tsx';
import { currenciesToValueIn, VALUED_IN } from '../../shared/currencies.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { Filters, SpanFilter } from '../../shared/ui/filters.tsx';
import { Page, QueryStatus } from '../../shared/ui/page.tsx';
import { Parts } from './parts.tsx';
import { fileOf, PERIODS, type ReportFilter, reportOf } from './queries.ts';

const ofProject = getRouteApi('/app/projects/$project/reports');
const ofInstance = getRouteApi('/app/reports');

export function ProjectReport() {
  const { project } = ofProject.useParams();
  const filter = ofProject.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/reports' });
  return (
    <Shown project={project} filter={filter} onChange={(search) => void navigate({ search })} />
  );
}

export function InstanceReport() {
  const filter = ofInstance.useSearch();
  const navigate = useNavigate({ from: '/reports' });
  return <Shown filter={filter} onChange={(search) => void navigate({ search })} />;
}

interface Props {
  readonly project?: string;
  readonly filter: ReportFilter;
  readonly onChange: (filter: ReportFilter) => void;
}

function Shown({ project, filter, onChange }: Props) {
  const t = useTexts('reports');
  const day = usePeriodText();
  const report = useQuery(reportOf(project, filter));
  const file = (form: 'csv' | 'xlsx', label: string) => (
    <Button component="a" variant="default" href={fileOf(project, filter, form)} download>
      {label}
    </Button>
  );
  const show = (changed: ReportFilter) => onChange({ ...filter, ...changed });
  return (
    <Page
      title={project === undefined ? t.titleOfTill : t.title}
      actions={
        <Group gap="sm" data-screen-only>
          {file('csv', t.csvFile)}
          {file('xlsx', t.xlsxFile)}
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
      <QueryStatus of={report} what={t.title} />
      {report.data !== undefined && (
        <Stack gap="lg">
          <Text c="dimmed">{t.time({ from: day(report.data.from), to: day(report.data.to) })}</Text>
          <Parts report={report.data} />
        </Stack>
      )}
    </Page>
  );
}
