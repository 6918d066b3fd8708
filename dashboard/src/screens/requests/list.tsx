// API requests to the project in the last days with their errors, for developers who debug an integration.
import { Alert, Code, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { OperatorApi } from '../../shared/api-types.ts';
import { requestOutcome, resultOf } from '../../shared/further-statuses.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { operatorList, type TextSearch } from '../../shared/queries.ts';
import { useRefusals } from '../../shared/refusals.ts';
import { Status, useStatusNames } from '../../shared/statuses.tsx';
import { RowButton } from '../../shared/ui/buttons.tsx';
import { Dialog } from '../../shared/ui/dialogs.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { requestedSpan } from '../../shared/ui/filters.tsx';
import { Page, Titled } from '../../shared/ui/page.tsx';
import { type Columns, RowsTable } from '../../shared/ui/tables.tsx';
import shared from '../../shared/ui/text.module.css';
import { CopyId, Fact, Facts, When } from '../../shared/ui/values.tsx';

type Request = OperatorApi['requests.list']['output']['rows'][number];
type RequestFilter = TextSearch<'result' | 'path' | 'key' | 'request_id' | 'from' | 'to'>;

const results = ['refused', 'failed', 'succeeded'] as const;

function requestList(project: string, filter: RequestFilter) {
  const { result, from, to, ...rest } = filter;
  return operatorList(['request', project, filter], 'requests.list', {
    ...rest,
    project,
    ...requestedSpan({ from, to }),
    result: results.find((known) => known === result),
  });
}

const route = getRouteApi('/app/projects/$project/requests');

export function RequestList() {
  const t = useTexts('requests');
  const labels = useStatusNames(requestOutcome);
  const { project } = route.useParams();
  const filter = route.useSearch();
  const [opened, setOpened] = useState<Request>();
  return (
    <Page title={t.title}>
      <Text c="dimmed">{t.lead}</Text>
      <FilteredList
        name="requests"
        filter={filter}
        fields={[
          {
            name: 'result',
            label: t.answer,
            choices: results.map((value) => ({ value, label: labels[value] })),
          },
          { name: 'path', label: t.path, placeholder: '/api/invoices' },
          { name: 'key', label: t.apiKey },
          { name: 'request_id', label: t.requestId },
        ]}
        hasDays
        label={t.title}
        list={requestList(project, filter)}
        columns={useColumns(setOpened)}
        empty={{ icon: 'requests', text: t.empty }}
        noneFound={t.filtered}
      />
      {opened !== undefined && (
        <RequestDialog request={opened} onClose={() => setOpened(undefined)} />
      )}
    </Page>
  );
}

function useColumns(onOpen: (request: Request) => void): Columns<Request> {
  const t = useTexts('requests');
  return [
    { head: t.when, time: ({ at }) => at },
    {
      id: 'what',
      head: t.what,
      cell: ({ method, path }) => (
        <Code style={{ overflowWrap: 'anywhere' }}>
          {method} {path}
        </Code>
      ),
    },
    { id: 'answer', head: t.answer, cell: (request) => <Answer request={request} /> },
    {
      id: 'problem',
      head: t.problem,
      cell: ({ code, problems, left_out: leftOut }) => (
        <>
          {problems.length === 0
            ? (code ?? '–')
            : t.labelled({
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
      id: 'apiKey',
      head: t.apiKey,
      cell: ({ key, key_name: name }) => name ?? <CopyId value={key} label={t.apiKey} />,
    },
    { id: 'took', head: t.took, cell: ({ milliseconds }) => `${milliseconds} ms`, isAmount: true },
    {
      head: t.more,
      cell: (request) => (
        <RowButton isRow onClick={() => onOpen(request)}>
          {t.showDetails}
        </RowButton>
      ),
    },
  ];
}

interface Props {
  readonly request: Request;
  readonly onClose: () => void;
}

function RequestDialog({ request, onClose }: Props) {
  const t = useTexts('requests');
  const refused = useRefusals();
  const { problems, input, ignored } = request;
  return (
    <Dialog opened onClose={onClose} title={`${request.method} ${request.path}`} size="xl">
      <Stack gap="lg">
        <RequestFacts request={request} />
        {!request.signed && <Alert color="yellow">{t.unsigned}</Alert>}
        {ignored !== null && <Alert color="yellow">{t.ignored({ names: ignored })}</Alert>}
        {problems.length > 0 && (
          <RowsTable
            label={t.problems}
            rows={problems}
            rowKey={({ field, code }) => `${field} ${code}`}
            columns={[
              { head: t.field, cell: ({ field }) => <Code>{field}</Code> },
              {
                head: t.rule,
                isText: true,
                cell: ({ field, code, message }) => refused.problem(field, code, message),
              },
            ]}
          />
        )}
        <RequestInput input={input} isRefused={request.status >= 400 && request.signed} />
      </Stack>
    </Dialog>
  );
}

function RequestFacts({ request }: Pick<Props, 'request'>) {
  const t = useTexts('requests');
  const refused = useRefusals();
  // Details of a signature error are shown only here; the client does not get them (http/authenticate.ts).
  const reported = (code: string, said: string) =>
    code === 'unauthenticated' ? said : refused.error(code, said);
  const { code, message, key, key_name: name } = request;
  return (
    <Facts>
      <Fact name={t.answer} value={<Answer request={request} />} />
      <Fact name={t.problem}>
        {code === null ? null : (
          <>
            <Code>{code}</Code> {reported(code, message ?? '')}
          </>
        )}
      </Fact>
      <Fact name={t.when} value={<When at={request.at} />} />
      <Fact name={t.took}>{`${request.milliseconds} ms`}</Fact>
      <Fact name={t.apiKey}>
        {name} <CopyId value={key} label={t.apiKey} />
      </Fact>
      <Fact name={t.requestId}>
        <CopyId value={request.request_id} label={t.requestId} isWhole />
      </Fact>
    </Facts>
  );
}

function Answer({ request: { status } }: Pick<Props, 'request'>) {
  return (
    <span className={shared.when}>
      {status} <Status of={requestOutcome} value={resultOf(status)} />
    </span>
  );
}

function RequestInput({ input, isRefused }: { input: Request['input']; isRefused: boolean }) {
  const t = useTexts('requests');
  if (input === null)
    return (
      <Text size="sm" c="dimmed">
        {isRefused ? t.noFields : t.notKept}
      </Text>
    );
  return (
    <Titled title={t.given}>
      <Code block tabIndex={0} role="region" aria-label={t.given}>
        {JSON.stringify(input, null, 2)}
      </Code>
    </Titled>
  );
}
