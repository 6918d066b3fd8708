// The home screen: pending tasks, balances, and recent events.
import { Alert, Card, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { currenciesToValueIn, VALUED_IN } from '../../shared/currencies.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { Empty, Page, QueryStatus } from '../../shared/ui/page.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import classes from '../../shared/ui/text.module.css';
import { CopyId, Money, When } from '../../shared/ui/values.tsx';
import { useCurrentProject, useProjectOfHome } from '../../shell/project-switcher.tsx';
import { useReached } from './events.ts';
import { FlowsOfDays } from './flows.tsx';
import { needLink, needLinkIn } from './need-link.ts';
import { type Need, type Overview, overviewOf } from './queries.ts';

/** People with instance roles see all projects or the selected one. Others see their current project. */
export function Home() {
  const t = useTexts('home');
  const me = useMe();
  const current = useCurrentProject();
  const chosen = useProjectOfHome();
  if (me.permissions.includes('read') && chosen === null)
    return <ProjectOverview title={t.wholeTill} />;
  if (current === null)
    return (
      <Page title={t.title}>
        <Empty text={t.noProjects} />
      </Page>
    );
  return <ProjectOverview title={current.name} project={current.id} />;
}

const STORAGE_KEY_NAME = 'chaintill-valued-in';

interface Props {
  readonly title: string;
  readonly project?: string;
}

function ProjectOverview({ title, project }: Props) {
  const t = useTexts('home');
  const [currency, setCurrency] = useState(
    () => localStorage.getItem(STORAGE_KEY_NAME) ?? VALUED_IN,
  );
  const overview = useQuery(overviewOf(project, currency));
  const choose = (chosen: string) => {
    localStorage.setItem(STORAGE_KEY_NAME, chosen);
    setCurrency(chosen);
  };
  return (
    <Page
      title={t.title}
      actions={
        <Group gap="sm">
          <ProjectChoice />
          <NativeSelect
            label={t.valuedIn}
            value={currency}
            data={[...currenciesToValueIn]}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        </Group>
      }
    >
      <Text c="dimmed">{title}</Text>
      <QueryStatus of={overview} what={t.title} />
      {overview.data !== undefined && (
        <Stack gap="lg">
          <Needs needs={overview.data.needs} project={project} />
          <Balances overview={overview.data} />
          <FlowsOfDays project={project} currency={currency} />
          <Latest latest={overview.data.latest} />
        </Stack>
      )}
    </Page>
  );
}

/** Selects all projects or one. For people who run the instance. */
function ProjectChoice() {
  const t = useTexts('home');
  const { permissions, projects } = useMe();
  const navigate = useNavigate();
  const chosen = useProjectOfHome();
  if (!permissions.includes('read') || projects.length === 0) return null;
  return (
    <NativeSelect
      label={t.project}
      value={chosen?.id ?? ''}
      data={[
        { value: '', label: t.allProjects },
        ...projects.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        void navigate({ to: '/', search: value === '' ? {} : { project: value } })
      }
    />
  );
}

function Needs({ needs, project }: { needs: readonly Need[]; project: string | undefined }) {
  const t = useTexts('home');
  const waiting = needs.filter(({ count }) => count > 0);
  return (
    <section>
      <Title order={2} mb="xs">
        {t.needs}
      </Title>
      {waiting.length === 0 && <Alert color="green">{t.noNeeds}</Alert>}
      <div className={classes.tiles}>
        {waiting.map((need) => {
          const { kind, count, is_capped: isMore } = need;
          return (
            <Card withBorder key={kind} className={classes.tile ?? ''}>
              <Text fz="xl" fw={650}>
                {count}
                {isMore && '+'}
              </Text>
              <Where need={need} project={project} />
            </Card>
          );
        })}
      </div>
    </section>
  );
}

/** One link to the list of all projects or, if no such list exists, one link per project. */
function Where({ need, project }: { readonly need: Need; readonly project: string | undefined }) {
  const t = useTexts('home');
  const { permissions, projects } = useMe();
  const ofInstance = permissions.includes('read') ? needLink(need.kind, project) : null;
  const [only] = need.projects.length === 1 ? need.projects : [];
  const place = project ?? only?.project_id;
  const link = ofInstance ?? (place === undefined ? null : needLinkIn(need.kind, place));
  if (link !== null) return <Link {...link}>{t[need.kind]}</Link>;
  return (
    <>
      <Text>{t[need.kind]}</Text>
      {need.projects.map(({ project_id: id, count }) => (
        <Text key={id} size="sm">
          <Link {...needLinkIn(need.kind, id)}>
            {projects.find((each) => each.id === id)?.name ?? id}
          </Link>{' '}
          {count}
        </Text>
      ))}
    </>
  );
}

function Balances({ overview }: { readonly overview: Overview }) {
  const t = useTexts('home');
  const { labelled } = useTexts('common');
  const { accounts, total, currency } = overview;
  const held = accounts.filter((each) =>
    [each.available, each.held, each.on_its_way, each.arriving].some((text) => /[1-9]/.test(text)),
  );
  return (
    <section>
      <Title order={2} mb="xs">
        {total === null ? t.balances : labelled({ label: t.balances, value: '' })}
        {total !== null && <Money amount={total.amount} currency={total.currency} />}
      </Title>
      {total === null && <Text c="dimmed">{t.noTotal}</Text>}
      {held.length === 0 ? (
        <Empty text={t.noBalances} />
      ) : (
        <RowsTable
          label={t.balances}
          rows={held}
          rowKey={(row) => row.currency}
          columns={[
            { head: t.currency, cell: (row) => <strong>{row.currency}</strong> },
            {
              head: t.available,
              isAmount: true,
              cell: (row) => <Money amount={row.available} currency={row.currency} />,
            },
            {
              head: t.held,
              isAmount: true,
              cell: (row) => <Money amount={row.held} currency={row.currency} />,
            },
            {
              head: t.onItsWay,
              isAmount: true,
              cell: (row) => <Money amount={row.on_its_way} currency={row.currency} />,
            },
            {
              head: t.arriving,
              isAmount: true,
              cell: (row) => <Money amount={row.arriving} currency={row.currency} />,
            },
            {
              head: t.value,
              isAmount: true,
              cell: (row) =>
                row.value === null ? '–' : <Money amount={row.value} currency={currency} />,
            },
          ]}
        />
      )}
    </section>
  );
}

function Latest({ latest }: Pick<Overview, 'latest'>) {
  const t = useTexts('home');
  const events: Readonly<Record<string, string>> = useTexts('home').events;
  const { labelled } = useTexts('common');
  const reached = useReached();
  const nouns: Readonly<Record<string, string>> = useTexts('common').referenceTypes;
  return (
    <section>
      <Title order={2} mb="xs">
        {t.latest}
      </Title>
      {latest.length === 0 ? (
        <Empty text={t.nothingYet} />
      ) : (
        <RowsTable
          label={t.latest}
          rows={latest}
          rowKey={({ type, event, object_id: id, at }) => `${type} ${event} ${id} ${at}`}
          columns={[
            { head: t.when, cell: ({ at }) => <When at={at} /> },
            {
              head: t.actionLabel,
              cell: ({ type, event, status, project_id: project, object_id: reference }) => {
                const noun = nouns[type] ?? events[type] ?? type;
                const said = labelled({
                  label: noun,
                  value: reached(event, type, status) ?? events[event] ?? event,
                });
                if (!hasTrace(type)) return said;
                return (
                  <Link
                    to="/projects/$project/transactions/$reference"
                    params={{ project, reference }}
                  >
                    {said}
                  </Link>
                );
              },
            },
            { head: t.id, cell: (row) => <CopyId value={row.object_id} label={t.id} /> },
          ]}
        />
      )}
    </section>
  );
}

const traced = ['Invoice', 'ChannelPayment', 'CoinDeposit', 'CoinWithdrawal', 'ExchangeTransfer'];

function hasTrace(type: string): boolean {
  return traced.includes(type);
}
