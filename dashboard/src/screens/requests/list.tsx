// API requests to the project in the last days with their errors, for developers who debug an integration.
import { Alert, Button, Code, Stack, Text, Title } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { useRefusals } from '../../shared/refusals.ts';
import { requestOutcome, resultOf, Status, useStatusNames } from '../../shared/statuses.tsx';
import { Dialog } from '../../shared/ui/dialogs.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { type Column, RowsTable } from '../../shared/ui/tables.tsx';
import { CopyId, Fact, Facts, When } from '../../shared/ui/values.tsx';
import { type Request, type RequestFilter, requestList, results } from './queries.ts';

const route = getRouteApi('/app/projects/$project/requests');

export function RequestList() {
  const t = useTexts('requests');
  const labels = useStatusNames(requestOutcome);
  const { project } = route.useParams();
  const filter: RequestFilter = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/requests' });
  const [opened, setOpened] = useState<Request>();
  return (
    <Page title={t.title}>
      <Text c="dimmed">{t.lead}</Text>
      <FilteredList
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
        onFilter={(search) => void navigate({ search })}
        label={t.title}
        list={requestList(project, filter)}
        columns={useColumns(setOpened)}
        empty={t.empty}
        noneFound={t.filtered}
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
      head: t.apiKey,
      cell: ({ key, key_name: name }) => name ?? <CopyId value={key} label={t.apiKey} />,
    },
    { head: t.took, cell: ({ milliseconds }) => `${milliseconds} ms`, isAmount: true },
    {
      head: t.more,
      cell: (request) => (
        <Button size="xs" variant="default" onClick={() => onOpen(request)}>
          {t.showDetails}
        </Button>
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

/** The status, and its meaning. */
function Answer({ request: { status } }: Pick<Props, 'request'>) {
  return (
    <>
      {status} <Status of={requestOutcome} value={resultOf(status)} />
    </>
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
    <div>
      <Title order={2} mb="xs">
        {t.given}
      </Title>
      <Code block tabIndex={0} role="region" aria-label={t.given}>
        {JSON.stringify(input, null, 2)}
      </Code>
    </div>
  );
}
