// A report of a period, of one project or of all: a summary with the period before, its entries, and details by area.
// On screen, as a file, or printed.

import { Button, Card, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { MOVEMENTS } from '../../../../server/src/contract/movements.ts';
import { usePeriodText } from '../../shared/chart/bars.tsx';
import { currenciesToValueIn } from '../../shared/currencies.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { Filters, SpanFilter } from '../../shared/ui/filters.tsx';
import { FileButtons, Loaded, Page } from '../../shared/ui/page.tsx';
import { Entries } from './entries.tsx';
import { Details } from './parts.tsx';
import { daysBefore, presetDays, presetOf, presets } from './presets.ts';
import {
  fileOf,
  type ReportFilter,
  reportOf,
  type Shown,
  shownBy,
  statementsFile,
  summaryOf,
  type Tab,
  tabs,
} from './queries.ts';
import classes from './reports.module.css';
import { SummaryView } from './summary.tsx';

export function ReportScreen() {
  const { project } = useParams({ strict: false });
  const filter: ReportFilter = useSearch({ strict: false });
  const t = useTexts('reports');
  const shown = shownBy(project, filter);
  const line = MOVEMENTS.find((known) => known === filter.line);
  const tab = tabs.find((known) => known === filter.tab) ?? 'summary';
  return (
    <Page
      title={project === undefined ? t.titleOfTill : t.title}
      actions={
        <Group gap="sm" data-screen-only>
          <FileButtons href={(format) => fileOf(shown, filter, format)} />
          <Button variant="default" onClick={() => window.print()}>
            {t.print}
          </Button>
        </Group>
      }
    >
      <Period shown={shown} filter={filter} />
      {line !== undefined && project !== undefined ? (
        <Entries shown={shown} of={{ project, line, of: filter.of }} />
      ) : (
        <>
          <Tabs tab={tab} />
          <View shown={shown} tab={tab} />
        </>
      )}
    </Page>
  );
}

interface PeriodProps {
  readonly shown: Shown;
  readonly filter: ReportFilter;
}

/** The days: presets, or any days; and the currency in which everything is valued. */
function Period({ shown, filter }: PeriodProps) {
  const t = useTexts('reports');
  const day = usePeriodText();
  const navigate = useNavigate();
  const show = (changed: ReportFilter) =>
    void navigate({ to: '.', search: { ...filter, ...changed } });
  const { from, to, today, zone, currency } = shown;
  const chosen = presetOf(shown, today);
  const before = daysBefore(shown, today);
  return (
    <Stack gap="sm">
      <div data-screen-only>
        <Filters>
          <fieldset className={classes.presets} aria-label={t.period}>
            {presets.map((preset) => (
              <Button
                key={preset}
                size="xs"
                variant={preset === chosen ? 'filled' : 'default'}
                aria-pressed={preset === chosen}
                onClick={() => show(presetDays(preset, today))}
              >
                {t.presets[preset]}
              </Button>
            ))}
          </fieldset>
          <SpanFilter of={{ from, to }} onChange={show} />
          <NativeSelect
            label={t.valuedIn}
            value={currency}
            data={[...currenciesToValueIn]}
            onChange={(event) => show({ currency: event.currentTarget.value })}
          />
        </Filters>
      </div>
      <Text c="dimmed">
        {t.days({ from: day(from), to: day(to), zone })}{' '}
        {t.comparedWith({ from: day(before.from), to: day(before.to) })}
      </Text>
    </Stack>
  );
}

function Tabs({ tab }: { readonly tab: Tab }) {
  const t = useTexts('reports');
  return (
    <nav aria-label={t.views} className={classes.tabs} data-screen-only>
      {tabs.map((each) => (
        <Link
          key={each}
          to="."
          search={(filter) => ({ ...filter, tab: each === 'summary' ? undefined : each })}
          className={classes.tab ?? ''}
          aria-current={each === tab ? 'page' : undefined}
        >
          {t.tabs[each]}
        </Link>
      ))}
    </nav>
  );
}

function View({ shown, tab }: { readonly shown: Shown; readonly tab: Tab }) {
  const t = useTexts('reports');
  const summary = useQuery({ ...summaryOf(shown), enabled: tab === 'summary' });
  const before = useQuery({
    ...summaryOf({ ...shown, ...daysBefore(shown, shown.today) }),
    enabled: tab === 'summary',
  });
  const report = useQuery({ ...reportOf(shown), enabled: tab !== 'summary' });
  if (tab !== 'summary')
    return (
      <Loaded query={report} what={t.tabs[tab]}>
        {(data) => <Details report={data} tab={tab} />}
      </Loaded>
    );
  return (
    <Loaded query={summary} what={t.title}>
      {(data) => (
        <>
          <SummaryView
            summary={data}
            before={before.data}
            hasEntries={shown.project !== undefined}
          />
          <Statements shown={shown} />
        </>
      )}
    </Loaded>
  );
}

/** Statements exist for one project. Last month is always on offer, because that is what is closed most often. */
function Statements({ shown }: { readonly shown: Shown }) {
  const t = useTexts('reports');
  const { project, today } = shown;
  if (project === undefined) return null;
  const isLastMonth = presetOf(shown, today) === 'last_month';
  const lastMonth = { ...shown, ...presetDays('last_month', today) };
  return (
    <Card withBorder data-screen-only>
      <Text fw={600}>{t.statements}</Text>
      <Text c="dimmed">{t.statementsHint}</Text>
      <Group gap="sm" mt="sm">
        <StatementButtons shown={shown} project={project} label={t.statementAs} />
        {!isLastMonth && (
          <StatementButtons shown={lastMonth} project={project} label={t.lastStatementAs} />
        )}
      </Group>
    </Card>
  );
}

interface StatementProps {
  readonly shown: Shown;
  readonly project: string;
  readonly label: (values: { format: string }) => string;
}

function StatementButtons({ shown, project, label }: StatementProps) {
  const t = useTexts('reports');
  return (['csv', 'xlsx'] as const).map((format) => (
    <Button
      key={format}
      component="a"
      variant="default"
      h="auto"
      mih={36}
      classNames={{ label: classes.wraps ?? '' }}
      href={statementsFile(shown, project, format)}
      download
    >
      {label({ format: t[`${format}File`] })}
    </Button>
  ));
}
