// The callbacks of a project: its endpoints, and the delivery log.
import { Button, Stack, Title } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import {
  deliveryStatus,
  isDeliveryStatus,
  Status,
  useStatusNames,
} from '../../shared/statuses.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import {
  ChoiceFilter,
  DayFilter,
  dayStart,
  Filters,
  SpanFilter,
  TextFilter,
} from '../../shared/ui/filters.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { CopyId, Endpoint, EventName, When } from '../../shared/ui/values.tsx';
import { Endpoints } from './endpoints.tsx';
import { type Delivery, deliveryLog, endpointList, type LogFilter } from './queries.ts';

const route = getRouteApi('/app/projects/$project/callbacks');

export function CallbackList() {
  const t = useTexts('callbacks');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/callbacks' });
  const show = (changed: LogFilter) => void navigate({ search: { ...filter, ...changed } });
  const statuses = useStatusNames(deliveryStatus);
  return (
    <Page title={t.callbacks}>
      <Stack gap="xl">
        <Endpoints project={project} />
        <Stack gap="md">
          <Title order={2}>{t.log}</Title>
          <Filters>
            <ChoiceFilter
              label={t.status}
              value={filter.status}
              choices={(['failed', 'pending', 'delivered'] as const).map((value) => ({
                value,
                label: statuses[value],
              }))}
              onChange={(status) => show({ status })}
            />
            <EndpointFilter
              project={project}
              value={filter.endpoint_id}
              onChange={(endpoint_id) => show({ endpoint_id })}
            />
            <TextFilter of={filter} name="object_id" label={t.object} onChange={show} />
            <TextFilter
              of={filter}
              name="event"
              label={t.event}
              placeholder="created"
              onChange={show}
            />
            <SpanFilter of={filter} onChange={show} />
            <ResendFailed project={project} />
          </Filters>
          <ListTable
            label={t.log}
            list={deliveryLog(project, filter)}
            columns={useColumns()}
            rowLink={({ id }) => ({
              to: '/projects/$project/callbacks/$delivery',
              params: { project, delivery: id },
            })}
            empty={t.empty}
            filtered={{
              by: filter,
              text: t.filtered,
              onClear: () => void navigate({ search: {} }),
            }}
          />
        </Stack>
      </Stack>
    </Page>
  );
}

interface EndpointFilterProps {
  readonly project: string;
  readonly value: string | undefined;
  readonly onChange: (endpoint: string | undefined) => void;
}

/** Hidden when there is only one endpoint. */
function EndpointFilter({ project, ...props }: EndpointFilterProps) {
  const t = useTexts('callbacks');
  const { data } = useInfiniteQuery(endpointList(project));
  const endpoints = data?.pages.flatMap(({ rows }) => rows) ?? [];
  if (endpoints.length < 2 && props.value === undefined) return null;
  const choices = endpoints.map(({ id, url }) => ({ value: id, label: url }));
  return <ChoiceFilter label={t.endpoint} choices={choices} {...props} />;
}

function ResendFailed({ project }: { readonly project: string }) {
  const t = useTexts('callbacks');
  const client = useQueryClient();
  const canResend = useCan('callbacks.retry-failed');
  const [isConfirming, setConfirming] = useState(false);
  const [since, setSince] = useState<string>();
  if (!canResend) return null;
  return (
    <>
      <Button variant="default" onClick={() => setConfirming(true)}>
        {t.resendFailed}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={t.resendFailedTitle}
          action={t.resendFailedAction}
          run={async () => {
            await operator('callbacks.retry-failed', { project, from: dayStart(since) });
            await client.invalidateQueries({ queryKey: ['callback', project] });
          }}
          onClose={() => setConfirming(false)}
        >
          <Stack gap="md">
            {t.resendFailedWhat}
            <DayFilter label={t.resendSince} value={since} onChange={setSince} />
          </Stack>
        </ConfirmDialog>
      )}
    </>
  );
}

function useColumns(): readonly Column<Delivery>[] {
  const t = useTexts('callbacks');
  return [
    { head: t.event, cell: ({ event }) => <EventName event={event} /> },
    { head: t.object, cell: ({ object_id: id }) => <CopyId value={id} label={t.object} /> },
    { head: t.endpoint, cell: ({ url }) => <Endpoint url={url} /> },
    {
      head: t.status,
      cell: ({ status }) =>
        isDeliveryStatus(status) && <Status of={deliveryStatus} value={status} />,
    },
    {
      head: `${t.attempts} · ${t.next}`,
      cell: ({ attempts, next_attempt_at: at }) => (
        <>
          {attempts}
          {at !== null && ' · '}
          {at !== null && <When at={at} />}
        </>
      ),
    },
    { head: t.createdAt, cell: ({ created_at: at }) => <When at={at} /> },
  ];
}
