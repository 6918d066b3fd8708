// The first screen of an area: what needs attention, balances, the last thirty days, and the latest payments.
import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { currenciesToValueIn } from '../../shared/currencies.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan, useProjectName } from '../../shared/session.ts';
import { NEW_ENTRY } from '../../shared/ui/buttons.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Empty, Loaded, Page } from '../../shared/ui/page.tsx';
import { Balances } from './balances.tsx';
import classes from './home.module.css';
import { LastDays } from './last-days.tsx';
import { Needs } from './needs.tsx';
import { Payments } from './payments.tsx';
import { overviewOf, storeValuationCurrency, valuationCurrency } from './queries.ts';

/** For people without an instance role who have no project yet. */
export function NoProject() {
  const { overview } = useTexts('common').areas;
  return (
    <Page title={overview}>
      <Empty text={useTexts('common').noProjects} />
    </Page>
  );
}

const route = getRouteApi('/app/projects/$project/');

export function ProjectHome() {
  const t = useTexts('home');
  const { project } = route.useParams();
  const params = { project };
  const create = useCan('createInvoice') && (
    <Button
      leftSection={<Icon name="plus" />}
      renderRoot={(props: object) => (
        <Link to="/projects/$project/invoices" params={params} hash={NEW_ENTRY} {...props} />
      )}
    >
      {t.createInvoice}
    </Button>
  );
  return <Overview name={useProjectName()(project)} project={project} actions={create} />;
}

export function OperationsHome() {
  return <Overview name={useTexts('home').allProjects} />;
}

interface Props {
  readonly name: string;
  /** Undefined: all projects. */
  readonly project?: string;
  readonly actions?: ReactNode;
}

function Overview({ name, project, actions }: Props) {
  const t = useTexts('home');
  const { overview: title } = useTexts('common').areas;
  const [currency, setCurrency] = useState(valuationCurrency);
  const choose = (chosen: string) => {
    storeValuationCurrency(chosen);
    setCurrency(chosen);
  };
  return (
    <Page
      title={title}
      actions={
        <>
          <NativeSelect
            aria-label={t.valuedIn}
            value={currency}
            data={[...currenciesToValueIn]}
            onChange={(event) => choose(event.currentTarget.value)}
          />
          {actions}
        </>
      }
    >
      <Text c="dimmed">{name}</Text>
      <Loaded query={useQuery(overviewOf(project, currency))} what={title}>
        {(overview) => (
          <Stack gap="lg">
            <Needs needs={overview.needs} project={project} />
            <div className={classes.cards}>
              <Balances overview={overview} project={project} />
              <LastDays project={project} currency={currency} />
            </div>
            <Payments payments={overview.payments} project={project} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
