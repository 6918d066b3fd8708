// One line of the journal, whole: what was asked for, and what it changed.
import { Code, Stack, Title } from '@mantine/core';
import { useMessages } from '../../shared/i18n.tsx';
import { journalOutcome } from '../../shared/statuses/journal.ts';
import { CopyId } from '../../shared/ui/copy-id.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Fact, Facts } from '../../shared/ui/facts.tsx';
import { RowsTable } from '../../shared/ui/rows-table.tsx';
import { Status } from '../../shared/ui/status.tsx';
import { useTimeText, When } from '../../shared/ui/when.tsx';
import { changesBetween, type TimeText, valueText } from './changes.ts';
import { journalWords } from './messages.ts';
import { useOperationText } from './operations.ts';
import type { JournalLine } from './queries.ts';

interface Props {
  readonly line: JournalLine;
  readonly onClose: () => void;
}

export function LineDialog({ line, onClose }: Props) {
  const t = useMessages(journalWords);
  const words = useOperationText();
  return (
    <Dialog opened onClose={onClose} title={words(line.operation)} size="xl">
      <Stack gap="lg">
        <LineFacts line={line} />
        <Changes line={line} />
        {Object.keys(line.input).length > 0 && (
          <div>
            <Title order={2} mb="xs">
              {t.input}
            </Title>
            <Code block tabIndex={0}>
              {JSON.stringify(line.input, null, 2)}
            </Code>
          </div>
        )}
      </Stack>
    </Dialog>
  );
}

function LineFacts({ line }: { readonly line: JournalLine }) {
  const t = useMessages(journalWords);
  const time = useTimeText();
  const { object_type: type, object_id: id, problems } = line;
  return (
    <Facts>
      <Fact name={t.outcome}>
        <Status of={journalOutcome} value={line.outcome} />
      </Fact>
      <Fact name={t.what}>
        <Code>{line.operation}</Code>
      </Fact>
      <Fact name={t.who}>{`${line.actor} (${line.actor_kind})`}</Fact>
      <Fact name={t.when}>
        <When at={line.at} />
      </Fact>
      <Fact name={t.face}>{line.face}</Fact>
      <Fact name={t.address}>{line.address}</Fact>
      <Fact name={t.stepUp}>{line.step_up === null ? null : factsText(line.step_up, time)}</Fact>
      <Fact name={t.object}>
        {type === null ? null : (
          <>
            {type.replaceAll('_', ' ')}{' '}
            {id !== null && <CopyId value={id} label={t.objectId} isWhole />}
          </>
        )}
      </Fact>
      <Fact name={t.reason}>{line.reason}</Fact>
      <Fact name={t.code}>{line.code}</Fact>
      <Fact name={t.problems}>
        {problems.length === 0
          ? null
          : problems.map(({ field, code }) => `${field}: ${code}`).join(', ')}
      </Fact>
    </Facts>
  );
}

function Changes({ line }: Pick<Props, 'line'>) {
  const t = useMessages(journalWords);
  const time = useTimeText();
  const changes = changesBetween(line.before, line.after);
  if (changes.length === 0) return null;
  return (
    <div>
      <Title order={2} mb="xs">
        {t.changes}
      </Title>
      <RowsTable
        label={t.changes}
        rows={changes}
        rowKey={({ name }) => name}
        columns={[
          { head: t.field, cell: ({ name }) => name },
          { head: t.before, cell: ({ before }) => valueText(before, time) },
          { head: t.after, cell: ({ after }) => <strong>{valueText(after, time)}</strong> },
        ]}
      />
    </div>
  );
}

const factsText = (facts: Readonly<Record<string, unknown>>, time: TimeText) =>
  Object.entries(facts)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${valueText(value, time)}`)
    .join(', ');
