// The home screen: pending tasks, balances, and recent events.
import { Alert, Card, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { currenciesToValueIn, VALUED_IN } from '../../shared/currencies.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { toTrace } from '../../shared/links.ts';
import { useMe, useProjectChoices, useProjectName } from '../../shared/session.ts';
import { invoiceStatus, useStatusNames, withdrawalStatus } from '../../shared/statuses.tsx';
import { Empty, Loaded, Page, Titled } from '../../shared/ui/page.tsx';
import { amountColumn, RowsTable } from '../../shared/ui/tables.tsx';
import classes from '../../shared/ui/text.module.css';
import { CopyId, Money } from '../../shared/ui/values.tsx';
import { useCurrentProject, useProjectOfHome } from '../../shell/project-switcher.tsx';
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
      <Loaded query={useQuery(overviewOf(project, currency))} what={t.title}>
        {(overview) => (
          <Stack gap="lg">
            <Needs needs={overview.needs} project={project} />
            <Balances overview={overview} />
            <FlowsOfDays project={project} currency={currency} />
            <Latest latest={overview.latest} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

/** Selects all projects or one. For people who run the instance. */
function ProjectChoice() {
  const t = useTexts('home');
  const { permissions } = useMe();
  const projects = useProjectChoices();
  const navigate = useNavigate();
  const chosen = useProjectOfHome();
  if (!permissions.includes('read') || projects.length === 0) return null;
  return (
    <NativeSelect
      label={t.project}
      value={chosen?.id ?? ''}
      data={[{ value: '', label: t.allProjects }, ...projects]}
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
    <Titled title={t.needs}>
      {waiting.length === 0 && <Alert color="green">{t.noNeeds}</Alert>}
      <div className={classes.tiles}>
        {waiting.map((need) => (
          <Card withBorder key={need.kind} className={classes.tile ?? ''}>
            <Text fz="xl" fw={650}>
              {need.count}
              {need.is_capped && '+'}
            </Text>
            <Where need={need} project={project} />
          </Card>
        ))}
      </div>
    </Titled>
  );
}

/** One link to the list of all projects or, if no such list exists, one link per project. */
function Where({ need, project }: { readonly need: Need; readonly project: string | undefined }) {
  const t = useTexts('home');
  const { permissions } = useMe();
  const nameOf = useProjectName();
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
          <Link {...needLinkIn(need.kind, id)}>{nameOf(id)}</Link> {count}
        </Text>
      ))}
    </>
  );
}

function Balances({ overview }: { readonly overview: Overview }) {
  const t = useTexts('home');
  const { accounts, total, currency } = overview;
  const held = accounts.filter((each) =>
    [each.available, each.held, each.on_its_way, each.arriving].some((text) => /[1-9]/.test(text)),
  );
  return (
    <Titled
      title={
        <>
          {total === null ? t.balances : t.labelled({ label: t.balances, value: '' })}
          {total !== null && <Money {...total} />}
        </>
      }
    >
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
            amountColumn(t.available, 'available'),
            amountColumn(t.held, 'held'),
            amountColumn(t.onItsWay, 'on_its_way'),
            amountColumn(t.arriving, 'arriving'),
            {
              head: t.value,
              money: ({ value }) => (value === null ? null : { amount: value, currency }),
            },
          ]}
        />
      )}
    </Titled>
  );
}

function Latest({ latest }: Pick<Overview, 'latest'>) {
  const t = useTexts('home');
  const events: Readonly<Record<string, string>> = t.events;
  const nouns: Readonly<Record<string, string>> = t.referenceTypes;
  const reached = useReached();
  return (
    <Titled title={t.latest}>
      {latest.length === 0 ? (
        <Empty text={t.nothingYet} />
      ) : (
        <RowsTable
          label={t.latest}
          rows={latest}
          rowKey={({ type, event, object_id: id, at }) => `${type} ${event} ${id} ${at}`}
          columns={[
            { head: t.when, time: ({ at }) => at },
            {
              head: t.actionLabel,
              cell: ({ type, event, status, project_id: project, object_id: reference }) => {
                const noun = nouns[type] ?? events[type] ?? type;
                const said = t.labelled({
                  label: noun,
                  value: reached(event, type, status) ?? events[event] ?? event,
                });
                if (!TRACED.includes(type)) return said;
                return <Link {...toTrace(project, reference)}>{said}</Link>;
              },
            },
            { head: t.id, cell: (row) => <CopyId value={row.object_id} label={t.id} /> },
          ]}
        />
      )}
    </Titled>
  );
}

const TRACED = ['Invoice', 'ChannelPayment', 'CoinDeposit', 'CoinWithdrawal', 'ExchangeTransfer'];

/** The status that an object reached, for events that contain nothing else. */
function useReached() {
  const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    Invoice: useStatusNames(invoiceStatus),
    CoinWithdrawal: useStatusNames(withdrawalStatus),
  };
  return (event: string, type: string, status: string | null): string | null =>
    event === 'status_changed' && status !== null ? (labels[type]?.[status] ?? null) : null;
}
