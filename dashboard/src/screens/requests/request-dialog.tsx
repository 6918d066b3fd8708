// One API request: its errors field by field, and its input.
import { Alert, Code, Stack, Text, Title } from '@mantine/core';
import { useTexts } from '../../shared/i18n.tsx';
import { useRefusals } from '../../shared/refusals.ts';
import { requestOutcome, resultOf, Status } from '../../shared/statuses.tsx';
import { Dialog } from '../../shared/ui/dialogs.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { CopyId, Fact, Facts, When } from '../../shared/ui/values.tsx';
import type { Request } from './queries.ts';

interface Props {
  readonly request: Request;
  readonly onClose: () => void;
}

export function RequestDialog({ request, onClose }: Props) {
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
      <Fact name={t.answer}>
        <Answer request={request} />
      </Fact>
      <Fact name={t.problem}>
        {code === null ? null : (
          <>
            <Code>{code}</Code> {reported(code, message ?? '')}
          </>
        )}
      </Fact>
      <Fact name={t.when}>
        <When at={request.at} />
      </Fact>
      <Fact name={t.took}>{`${request.milliseconds} ms`}</Fact>
      <Fact name={t.key}>
        {name} <CopyId value={key} label={t.key} />
      </Fact>
      <Fact name={t.requestId}>
        <CopyId value={request.request_id} label={t.requestId} isWhole />
      </Fact>
    </Facts>
  );
}

/** The status, and its meaning. */
export function Answer({ request: { status } }: Pick<Props, 'request'>) {
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
