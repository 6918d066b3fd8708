// Batch payments from a file: all problems are reported before anything is sent. The rows are then sent one after
// another, and sending resumes after a reload.
import { Alert, Card, Code, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { amountProblem } from '../../shared/amounts.ts';
import { operator } from '../../shared/api.ts';
import { textOfFile } from '../../shared/csv.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { loadRefusalMessages } from '../../shared/refusals.ts';
import { Failed, Loading, Page } from '../../shared/ui/page.tsx';
import { type BatchRow, type FileProblem, isFile, readBatch } from './batch-file.ts';
import {
  BatchChoice,
  BatchRepeated,
  BatchSend,
  BatchTable,
  type Found,
  isRepeated,
} from './batch-table.tsx';
import type { DryRunResult } from './queries.ts';
import { type Batch as Running, useBatch } from './use-batch.ts';

/** No address in it can be paid. */
const EXAMPLE = `address,amount,currency,coin,custom_id
bc1q…,12.50,EUR,BTC,salary-2031
0x9f…,250,USD,ETH,salary-2032
`;

const route = getRouteApi('/app/projects/$project/withdrawals/batch');

export function Batch() {
  const t = useTexts('withdrawals').batchFile;
  const { project } = route.useParams();
  const batch = useBatch(project);
  const problemText = useFileProblemText();
  const [problems, setProblems] = useState<readonly FileProblem[]>([]);
  const read = async (file: File) => {
    const found = await readBatch(await textOfFile(file));
    setProblems(isFile(found) ? [] : found);
    if (isFile(found)) batch.take(found);
    else batch.clear();
  };
  return (
    <Page title={t.title} back={{ label: t.back, to: '/projects/$project/withdrawals' }}>
      <Stack gap="md">
        <Text>{t.columns}</Text>
        <BatchChoice batch={batch} onFile={read} />
        {problems.length > 0 && (
          <Alert color="red" role="alert" title={t.wrongFile}>
            <List size="sm">
              {problems.map((problem) => (
                <List.Item key={JSON.stringify(problem)}>{problemText(problem)}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        {batch.rows.length > 0 && <Rows project={project} batch={batch} />}
        {batch.rows.length === 0 && (
          <Card withBorder>
            <Text fw={600}>{t.example}</Text>
            <Code block tabIndex={0} role="region" aria-label={t.example}>
              {EXAMPLE}
            </Code>
          </Card>
        )}
      </Stack>
    </Page>
  );
}

function useFileProblemText(): (problem: FileProblem) => string {
  const t = useTexts('withdrawals').batchFile;
  const { amounts, labelled } = useTexts('common');
  const { locale } = useLanguage();
  return (problem) => {
    if (problem.kind === 'cells')
      return labelled({ label: t.fileLine({ line: problem.line }), value: t.cells });
    if (problem.kind === 'empty') return t.empty;
    if (problem.kind === 'long') return t.long({ most: problem.column });
    if (problem.kind !== 'amount') return t[problem.kind]({ column: problem.column });
    const shown = amountProblem(problem.text, locale, amounts) ?? problem.text;
    return labelled({ label: t.fileLine({ line: problem.line }), value: shown });
  };
}

interface Props {
  readonly project: string;
  readonly batch: Running;
}

/** Pending rows get a dry run. Before the first is sent, all must be valid; after that, invalid rows do not block others. */
function Rows({ project, batch }: Props) {
  const t = useTexts('withdrawals').batchFile;
  const { rows, isRunning, error } = batch;
  const waiting = rows.filter(({ state }) => state === 'waiting');
  const isFresh = waiting.length === rows.length && !isRunning;
  const dryRun = useQuery({
    queryKey: ['rehearsal', project, waiting.map(({ attempt }) => attempt).join()],
    queryFn: () => checkRows(project, waiting, t.checkConfirms({ count: waiting.length })),
    enabled: waiting.length > 0 && !isRunning,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { requiresStepUp: true },
  });
  const found: Found = new Map(
    dryRun.data?.rows.map((row, n) => [waiting[n]?.attempt ?? '', row]) ?? [],
  );
  const wrong = isFresh ? waiting.filter(({ attempt }) => isWrong(found.get(attempt))) : [];
  const repeated = wrong.filter((row) => isRepeated(row, found));
  const others = wrong.length - repeated.length;
  const refused = rows.filter(({ state }) => state === 'refused').length;
  const isReady = !isFresh || (dryRun.data !== undefined && wrong.length === 0);
  return (
    <>
      {isFresh && dryRun.isPending && <Loading what={t.checking} />}
      {isFresh && dryRun.isError && (
        <Failed error={dryRun.error} what={t.checking} onRetry={() => void dryRun.refetch()} />
      )}
      {others > 0 && (
        <Alert color="red" role="alert" title={t.wrongRows({ count: others })}>
          {t.mend}
        </Alert>
      )}
      {repeated.length > 0 && <BatchRepeated batch={batch} repeated={repeated} />}
      {!isFresh && (
        <Text role="status" fw={600}>
          {t.progress({ done: rows.length - waiting.length - refused, all: rows.length })}
          {refused > 0 && ` ${t.refused({ count: refused })}`}
        </Text>
      )}
      {error !== null && <Failed error={error} what={t.stopped} />}
      {waiting.length > 0 && isReady && (
        <BatchSend batch={batch} waiting={waiting} charged={dryRun.data?.charged ?? null} />
      )}
      <BatchTable project={project} rows={rows} found={found} />
    </>
  );
}

const isWrong = (found: DryRunResult['rows'][number] | undefined) =>
  found !== undefined && found.problems.length > 0;

/** Problems are shown with the texts of errors. */
async function checkRows(
  project: string,
  rows: readonly BatchRow[],
  confirms: string,
): Promise<DryRunResult> {
  const withdrawals = JSON.stringify(rows.map(({ request }) => request));
  const [checked] = await Promise.all([
    operator('withdrawals.dry-run', { project, withdrawals }, { confirms }),
    loadRefusalMessages(),
  ]);
  return checked;
}
