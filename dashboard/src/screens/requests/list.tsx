// API requests to the project in the last days with their errors, for developers who debug an integration.
import { Button, Code, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { requestOutcome, useStatusNames } from '../../shared/statuses.tsx';
import { ChoiceFilter, Filters, SpanFilter, TextFilter } from '../../shared/ui/filters.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { CopyId, When } from '../../shared/ui/values.tsx';
import { outcomes, type Request, type RequestFilter, requestList } from './queries.ts';
import { Answer, RequestDialog } from './request-dialog.tsx';

const route = getRouteApi('/app/projects/$project/requests');

export function RequestList() {
  const t = useTexts('requests');
  const results = useStatusNames(requestOutcome);
  const { project } = route.useParams();
  const filter: RequestFilter = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/requests' });
  const [opened, setOpened] = useState<Request>();
  const show = (changed: RequestFilter) => void navigate({ search: { ...filter, ...changed } });
  return (
    <Page title={t.title}>
      <Text c="dimmed">{t.lead}</Text>
      <Filters>
        <ChoiceFilter
          label={t.answer}
          value={filter.outcome}
          choices={outcomes.map((value) => ({ value, label: results[value] }))}
          onChange={(outcome) => show({ outcome })}
        />
        <TextFilter
          of={filter}
          name="path"
          label={t.path}
          placeholder="/api/invoices"
          onChange={show}
        />
        <TextFilter of={filter} name="key" label={t.key} onChange={show} />
        <TextFilter of={filter} name="request_id" label={t.requestId} onChange={show} />
        <SpanFilter of={filter} onChange={show} />
      </Filters>
      <ListTable
        label={t.title}
        list={requestList(project, filter)}
        columns={useColumns(setOpened)}
        rowKey={({ id }) => id}
        empty={t.empty}
        filtered={{ by: filter, text: t.filtered, onClear: () => void navigate({ search: {} }) }}
      />
      {opened !== undefined && (
        <RequestDialog request={opened} onClose={() => setOpened(undefined)} />
      )}
    </Page>
  );
}

function useColumns(onOpen: (request: Request) => void): readonly Column<Request>[] {
  const t = useTexts('requests');
  const { labelled } = useTexts('common');
  return [
    { head: t.when, cell: ({ at }) => <When at={at} /> },
    {
      head: t.what,
      cell: ({ method, path }) => (
        <Code style={{ overflowWrap: 'anywhere' }}>
          {method} {path}
        </Code>
      ),
    },
    { head: t.answer, cell: (request) => <Answer request={request} /> },
    {
      head: t.problem,
      cell: ({ code, problems, left_out: leftOut }) => (
        <>
          {problems.length === 0
            ? (code ?? '–')
            : labelled({
                label: code ?? '–',
                value: problems.map(({ field }) => field).join(', '),
              })}
          {leftOut > 0 && (
            <Text size="sm" c="dimmed">
              {t.leftOut({ count: leftOut })}
            </Text>
          )}
        </>
      ),
    },
    {
      head: t.key,
      cell: ({ key, key_name: name }) => name ?? <CopyId value={key} label={t.key} />,
    },
    { head: t.took, cell: ({ milliseconds }) => `${milliseconds} ms`, isAmount: true },
    {
      head: t.more,
      cell: (request) => (
        <Button size="xs" variant="default" onClick={() => onOpen(request)}>
          {t.open}
        </Button>
      ),
    },
  ];
}
