// One audit-log entry in full: the request, and what it changed.
import { Code, Stack } from '@mantine/core';
import type { JournaledOperation, JournalObject } from '../../shared/api-types.ts';
import { useFieldText } from '../../shared/field-text.ts';
import { journalOutcome } from '../../shared/further-statuses.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useRefusals } from '../../shared/refusals.ts';
import { Status } from '../../shared/statuses.tsx';
import { Dialog } from '../../shared/ui/dialogs.tsx';
import { Titled } from '../../shared/ui/page.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { CopyId, Fact, Facts, useTimeText, When } from '../../shared/ui/values.tsx';
import type { JournalLine } from './list.tsx';

interface Change {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** For values that are not objects, returns a single change without a name. */
function changesBetween(before: unknown, after: unknown): readonly Change[] {
  if (same(before, after)) return [];
  if (!isObject(before ?? {}) || !isObject(after ?? {})) return [{ name: '', before, after }];
  const [old, now] = [(before ?? {}) as Fields, (after ?? {}) as Fields];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names
    .filter((name) => !same(old[name], now[name]))
    .map((name) => ({ name, before: old[name], after: now[name] }));
}

type TimeText = (at: string) => string;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A dash for a missing value. Times are formatted for the reader. */
function valueText(value: unknown, time: TimeText): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'string' && MOMENT.test(value)) return time(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const same = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

interface Props {
  readonly line: JournalLine;
  readonly onClose: () => void;
}

export function LineDialog({ line, onClose }: Props) {
  const t = useTexts('journal');
  const parts = usePartText();
  return (
    <Dialog opened onClose={onClose} title={parts.operation(line.operation)} size="xl">
      <Stack gap="lg">
        <LineFacts line={line} />
        <Changes line={line} />
        {Object.keys(line.input).length > 0 && (
          <Titled title={t.input}>
            <Code block tabIndex={0}>
              {JSON.stringify(line.input, null, 2)}
            </Code>
          </Titled>
        )}
      </Stack>
    </Dialog>
  );
}

function LineFacts({ line }: { readonly line: JournalLine }) {
  const t = useTexts('journal');
  const time = useTimeText();
  const parts = usePartText();
  const refused = useRefusals();
  const { object_type: type, object_id: id, problems } = line;
  return (
    <Facts>
      <Fact name={t.result} value={<Status of={journalOutcome} value={line.result} />} />
      <Fact name={t.actionLabel}>
        <Code>{line.operation}</Code>
      </Fact>
      <Fact name={t.who}>{`${line.actor} (${parts.kind(line.actor_kind)})`}</Fact>
      <Fact name={t.when} value={<When at={line.at} />} />
      <Fact name={t.source}>{parts.source(line.source)}</Fact>
      <Fact name={t.address}>{line.address}</Fact>
      <Fact name={t.stepUp}>
        {line.step_up === null ? null : proofText(line.step_up, time, parts.proof)}
      </Fact>
      <Fact name={t.object}>
        {type === null ? null : (
          <>
            {parts.object(type)} {id !== null && <CopyId value={id} label={t.objectId} isWhole />}
          </>
        )}
      </Fact>
      <Fact name={t.reason}>{line.reason}</Fact>
      <Fact name={t.code}>
        {line.code === null ? null : (
          <>
            {refused.error(line.code)} <Code>{line.code}</Code>
          </>
        )}
      </Fact>
      <Fact name={t.problems}>
        {problems.length === 0
          ? null
          : problems.map(({ field, code }) => (
              <div key={`${field} ${code}`}>
                <Code>{field}</Code> {refused.problem(field, code)}
              </div>
            ))}
      </Fact>
    </Facts>
  );
}

function Changes({ line }: Pick<Props, 'line'>) {
  const t = useTexts('journal');
  const time = useTimeText();
  const field = useFieldText();
  const changes = changesBetween(line.before, line.after);
  if (changes.length === 0) return null;
  return (
    <Titled title={t.changes}>
      <RowsTable
        label={t.changes}
        rows={changes}
        rowKey={({ name }) => name}
        columns={[
          { head: t.field, cell: ({ name }) => field(name) },
          { head: t.before, cell: ({ before }) => valueText(before, time) },
          { head: t.after, cell: ({ after }) => <strong>{valueText(after, time)}</strong> },
        ]}
      />
    </Titled>
  );
}

/** `by` and `at` are known keys of the service. Other stored keys follow. */
function proofText(
  { by, at, ...rest }: Readonly<Record<string, unknown>>,
  time: TimeText,
  proof: (by: string) => string,
): string {
  const others = Object.entries(rest).map(
    ([name, value]) => `${name.replaceAll('_', ' ')} ${valueText(value, time)}`,
  );
  const known = [
    typeof by === 'string' ? [proof(by)] : [],
    at === undefined ? [] : [valueText(at, time)],
  ];
  return [...known.flat(), ...others].join(', ');
}

type Labels = Readonly<Record<string, string>>;

/** A code that had another name in an earlier release is shown unchanged. */
export function usePartText() {
  const t = useTexts('journal');
  const operations: Readonly<Record<JournaledOperation, string>> = useTexts('operations');
  const objects: Readonly<Record<JournalObject, string>> = t.objects;
  const text = (labels: Labels) => (code: string) => labels[code] ?? code.replaceAll('_', ' ');
  return {
    operation: text(operations),
    source: text(t.sources),
    kind: text(t.kinds),
    proof: text(t.credentials),
    object: text(objects),
  };
}
