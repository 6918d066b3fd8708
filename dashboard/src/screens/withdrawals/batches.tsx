// Payout batches of a project, and the file that makes a new one. The service checks it; nothing is sent until a person
// sends the batch.
import { Alert, Button, Card, Checkbox, Code, FileButton, List, Stack, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { amountProblem } from '../../shared/amounts.ts';
import { ApiError, operator } from '../../shared/api.ts';
import { useAction } from '../../shared/errors.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { toBatch } from '../../shared/links.ts';
import { type Problem, problemText } from '../../shared/refusals.ts';
import { useCan } from '../../shared/session.ts';
import { textOfFile } from '../../shared/text-of-file.ts';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Failed, Page, Titled } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { moneyText } from '../../shared/ui/values.tsx';
import { type BatchSummary, batchList, changedBatch } from './batch-queries.ts';
import { BatchStatus } from './batch-status.tsx';

/** No address in it can be paid. */
const EXAMPLE = `address,amount,currency,coin,custom_id
bc1q…,12.50,EUR,BTC,salary-2031
0x9f…,250,USD,ETH,salary-2032
`;

const route = getRouteApi('/app/projects/$project/withdrawals/batch');

export function Batches() {
  const t = useTexts('withdrawals').batchFile;
  const { project } = route.useParams();
  const canCreate = useCan('payout-batches.create');
  return (
    <Page title={t.title} back={{ label: t.back, to: '/projects/$project/withdrawals' }}>
      <Stack gap="md">
        {canCreate && <NewBatch project={project} />}
        <Titled title={t.list}>
          <ListTable
            label={t.list}
            list={batchList(project)}
            columns={useColumns()}
            rowLink={({ id }) => toBatch(project, id)}
            empty={t.none}
          />
        </Titled>
      </Stack>
    </Page>
  );
}

function NewBatch({ project }: { readonly project: string }) {
  const t = useTexts('withdrawals').batchFile;
  const navigate = useNavigate();
  const [again, setAgain] = useState(false);
  // Allows the same file to be selected again.
  const reset = useRef<() => void>(null);
  const work = useAction({
    run: async (file: File, attempt) => {
      const input = { project, name: file.name, file: await textOfFile(file), pays_again: again };
      return operator('payout-batches.create', input, { attempt, confirms: t.checkConfirms });
    },
    refreshes: changedBatch(project),
    onDone: ({ id }) => navigate(toBatch(project, id)),
  });
  const choose = (file: File | null) => {
    reset.current?.();
    if (file !== null) work.start(file);
  };
  return (
    <>
      <Text>{t.columns}</Text>
      <Checkbox
        label={t.again}
        description={t.againHint}
        checked={again}
        onChange={(event) => setAgain(event.currentTarget.checked)}
      />
      <div>
        <FileButton resetRef={reset} onChange={choose} accept=".csv,.txt,text/csv,text/plain">
          {(props) => (
            <Button loading={work.isPending} {...props}>
              {t.choose}
            </Button>
          )}
        </FileButton>
      </div>
      {work.isError && <FileProblems error={work.error} />}
      <Card withBorder>
        <Text fw={600}>{t.example}</Text>
        <Code block tabIndex={0} role="region" aria-label={t.example}>
          {EXAMPLE}
        </Code>
      </Card>
    </>
  );
}

const SHOWN_MAX = 100;

function FileProblems({ error }: { readonly error: unknown }) {
  const t = useTexts('withdrawals').batchFile;
  const text = useFileProblemText();
  if (!(error instanceof ApiError) || error.details.length === 0)
    return <Failed error={error} what={t.wrongFile} />;
  return (
    <Alert color="red" role="alert" title={t.wrongFile}>
      <List size="sm">
        {error.details.slice(0, SHOWN_MAX).map((problem) => (
          <List.Item key={JSON.stringify(problem)}>{text(problem)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

const LINE = /^line (\d+)$/;

/** An ambiguous amount is shown in both readings. */
function useFileProblemText(): (problem: Problem) => string {
  const t = useTexts('withdrawals').batchFile;
  const { amounts, labelled } = useTexts('common');
  const { locale } = useLanguage();
  return (problem) => {
    const { target, args } = problem;
    const line = LINE.exec(target)?.[1];
    const label = line === undefined ? target : t.fileLine({ line });
    const amount = args?.['form_code'] === 'one_amount' ? String(args['text']) : null;
    const shown = amount === null ? null : amountProblem(amount, locale, amounts);
    return labelled({ label, value: shown ?? problemText(problem) });
  };
}

function useColumns(): readonly Column<BatchSummary>[] {
  const t = useTexts('withdrawals').batchFile;
  const { locale } = useLanguage();
  return [
    { head: t.file, cell: ({ name }) => name },
    { head: t.status, cell: ({ status }) => <BatchStatus value={status} /> },
    { head: t.rows, isAmount: true, cell: ({ row_count: rows }) => rows.toLocaleString(locale) },
    {
      head: t.charged,
      isAmount: true,
      cell: ({ charged }) => charged?.map((money) => moneyText(locale, money)).join(', ') ?? null,
    },
    { head: t.createdBy, cell: ({ created_by: by }) => by },
    { head: t.created, time: ({ created_at: at }) => at },
  ];
}
