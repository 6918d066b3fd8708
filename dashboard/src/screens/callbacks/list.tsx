// The callbacks of a project: its endpoints, and the delivery log.
import { Stack, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { deliveryStatus, isDeliveryStatus } from '../../shared/further-statuses.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { toDelivery } from '../../shared/links.ts';
import { useCan } from '../../shared/session.ts';
import { Status, useStatusNames } from '../../shared/statuses.tsx';
import { ConfirmButton } from '../../shared/ui/buttons.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { DayFilter, dayStart } from '../../shared/ui/filters.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Bulk } from '../../shared/ui/selection.tsx';
import { byTime, type Columns } from '../../shared/ui/tables.tsx';
import { CopyId, shortened, When } from '../../shared/ui/values.tsx';
import { Endpoint, EventName } from '../../shared/ui/webhook-texts.tsx';
import { Endpoints } from './endpoints.tsx';
import { canBeOldestFirst, type Delivery, deliveryLog, endpointList } from './queries.ts';

const route = getRouteApi('/app/projects/$project/callbacks');

export function CallbackList() {
  const t = useTexts('callbacks');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const statuses = useStatusNames(deliveryStatus);
  const endpoints = useEndpointChoices(project);
  const hasEndpoints = endpoints.length > 1 || filter.endpoint_id !== undefined;
  return (
    <Page title={t.callbacks}>
      <Stack gap="xl">
        <Endpoints project={project} />
        <Stack gap="md">
          <Title order={2}>{t.log}</Title>
          <FilteredList
            name="webhooks"
            filter={filter}
            fields={[
              {
                name: 'status',
                label: t.status,
                choices: STATUSES.map((value) => ({ value, label: statuses[value] })),
              },
              ...(hasEndpoints
                ? [{ name: 'endpoint_id' as const, label: t.endpoint, choices: endpoints }]
                : []),
              { name: 'object_id', label: t.object },
              { name: 'event', label: t.event, placeholder: 'created' },
            ]}
            presets={[{ status: 'failed' }, { status: 'pending' }]}
            hasDays
            ordering={{
              allows: (order, { status }) => order === 'newest' || canBeOldestFirst(status),
            }}
            bulk={useBulk(project)}
            label={t.log}
            list={deliveryLog(project, filter)}
            columns={useColumns()}
            rowLink={({ id }) => toDelivery(project, id)}
            empty={{ icon: 'webhooks', text: t.empty }}
            noneFound={t.filtered}
          >
            <ResendFailed project={project} />
          </FilteredList>
        </Stack>
      </Stack>
    </Page>
  );
}

const STATUSES = ['failed', 'pending', 'delivered'] as const;

function useEndpointChoices(project: string) {
  const { data } = useInfiniteQuery(endpointList(project));
  const endpoints = data?.pages.flatMap(({ rows }) => rows) ?? [];
  return endpoints.map(({ id, url }) => ({ value: id, label: url }));
}

function ResendFailed({ project }: { readonly project: string }) {
  const t = useTexts('callbacks');
  const canResend = useCan('callbacks.retry-failed');
  const [since, setSince] = useState<string>();
  if (!canResend) return null;
  return (
    <ConfirmButton
      label={t.resendFailed}
      title={t.resendFailedTitle}
      action={t.resendFailedAction}
      run={() => operator('callbacks.retry-failed', { project, from: dayStart(since) })}
      refreshes={[['callback', project]]}
    >
      <Stack gap="md">
        {t.resendFailedWhat}
        <DayFilter label={t.resendSince} value={since} onChange={setSince} />
      </Stack>
    </ConfirmButton>
  );
}

function useBulk(project: string): Bulk<Delivery> {
  const t = useTexts('callbacks');
  const canResend = useCan('callbacks.retry');
  return {
    file: 'webhooks',
    nameOf: ({ event, object_id: id }) => `${event} ${shortened(id)}`,
    actions: [
      canResend && {
        label: t.resendSelected,
        explained: t.resendSelectedWhat,
        run: ({ id }) => operator('callbacks.retry', { project, delivery_id: id }),
        refreshes: [['callback', project]],
      },
    ],
  };
}

function useColumns(): Columns<Delivery> {
  const t = useTexts('callbacks');
  return [
    { head: t.event, cell: ({ event }) => <EventName event={event} /> },
    {
      id: 'object',
      head: t.object,
      cell: ({ object_id: id }) => <CopyId value={id} label={t.object} />,
    },
    { id: 'endpoint', head: t.endpoint, cell: ({ url }) => <Endpoint url={url} /> },
    {
      id: 'status',
      head: t.status,
      cell: ({ status }) =>
        isDeliveryStatus(status) && <Status of={deliveryStatus} value={status} />,
    },
    {
      id: 'attempts',
      head: `${t.attempts} · ${t.next}`,
      cell: ({ attempts, next_attempt_at: at }) => (
        <>
          {attempts}
          {at !== null && ' · '}
          {at !== null && <When at={at} />}
        </>
      ),
    },
    { id: 'createdAt', head: t.createdAt, time: ({ created_at: at }) => at, orders: byTime },
  ];
}
