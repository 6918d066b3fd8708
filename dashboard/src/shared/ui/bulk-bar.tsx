// Actions for the selected rows of a list. Each is confirmed once and runs row by row; the result of every row is shown.
// Repeating an action after a failure cannot act twice: each row keeps its idempotency key until it has succeeded.
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CSV_MARK, csvLine, textOf } from '../../../../server/src/core/csv.ts';
import { useErrorMessages } from '../errors.ts';
import { useTexts } from '../i18n.tsx';
import { StepUpCancelled } from '../step-up.ts';
import classes from './bulk-bar.module.css';
import { Dialog } from './dialogs.tsx';
import { Icon } from './icon.tsx';
import type { Bulk } from './selection.tsx';

export interface BulkAction<Row> {
  /** A verb and an object: `Retry webhooks`. */
  readonly label: string;
  /** What happens. */
  readonly explained: string;
  readonly isDangerous?: boolean;
  /** Whether the action is possible. Others are not touched. Default: for all rows. */
  readonly fits?: (row: Row) => boolean;
  readonly run: (row: Row, attempt: string) => Promise<unknown>;
  readonly refreshes: readonly QueryKey[];
}

interface Props<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly bulk: Bulk<Row>;
  /** While rows are being selected on a phone. */
  readonly mode: SelectionMode | undefined;
  readonly onClear: () => void;
  /** While true, the bar must stay, even if no row is selected any more: its dialog shows the results. */
  readonly onAct: (isActing: boolean) => void;
}

export interface SelectionMode {
  readonly isAll: boolean;
  readonly onToggleAll: () => void;
  readonly onDone: () => void;
}

export function BulkBar<Row>({ rows, keyOf, bulk, mode, onClear, onAct }: Props<Row>) {
  const t = useTexts('lists');
  const [chosen, setChosen] = useState<Chosen<Row>>();
  const choose = (next?: Chosen<Row>) => {
    setChosen(next);
    onAct(next !== undefined);
  };
  const actions = (bulk.actions ?? []).filter((action) => action !== false);
  const isDisabled = rows.length === 0;
  return (
    <Paper withBorder p="xs" className={classes.bulk ?? ''} data-selecting={mode !== undefined}>
      <Group gap="sm">
        <Text role="status">{t.selected({ count: rows.length })}</Text>
        {mode !== undefined && (
          <>
            <Button size="xs" data-done onClick={mode.onDone}>
              {t.finishSelecting}
            </Button>
            <Button size="xs" variant="default" onClick={mode.onToggleAll}>
              {mode.isAll ? t.clearSelection : t.selectShown}
            </Button>
          </>
        )}
        {actions.map((action) => (
          <Button
            key={action.label}
            size="xs"
            variant="default"
            disabled={isDisabled}
            onClick={() => choose({ action, rows: rows.filter(action.fits ?? (() => true)) })}
          >
            {action.label}
          </Button>
        ))}
        <Button
          size="xs"
          variant="default"
          disabled={isDisabled}
          leftSection={<Icon name="download" size={16} />}
          onClick={() => saveFile(`${bulk.file}.csv`, csvOf(rows))}
        >
          {t.exportSelection}
        </Button>
        {mode === undefined && (
          <Button size="xs" variant="subtle" onClick={onClear}>
            {t.clearSelection}
          </Button>
        )}
      </Group>
      {chosen !== undefined && (
        <BulkDialog {...chosen} {...{ keyOf }} nameOf={bulk.nameOf} onClose={() => choose()} />
      )}
    </Paper>
  );
}

interface Chosen<Row> {
  readonly action: BulkAction<Row>;
  /** Those that the action fits when it is chosen. */
  readonly rows: readonly Row[];
}

interface DialogProps<Row> extends Chosen<Row> {
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly onClose: () => void;
}

type Result = { readonly isDone: true } | { readonly isDone: false; readonly error: unknown };

function BulkDialog<Row>({ action, rows, keyOf, nameOf, onClose }: DialogProps<Row>) {
  const t = useTexts('lists');
  const messages = useErrorMessages();
  const { results, isRunning, run } = useRuns({ action, rows, keyOf });
  const left = rows.filter((row) => results.get(keyOf(row))?.isDone !== true);
  return (
    <Dialog opened title={action.label} onClose={onClose} closeOnEscape={!isRunning}>
      <Stack gap="md">
        <Text>{rows.length === 0 ? t.fitsNone : action.explained}</Text>
        <Text role="status">{t.doneOf({ done: rows.length - left.length, all: rows.length })}</Text>
        <ul className={classes.results}>
          {rows.map((row) => {
            const result = results.get(keyOf(row));
            return (
              <li key={keyOf(row)}>
                <span>{nameOf(row)}</span>
                {result?.isDone === true && <span data-tone="good">{t.done}</span>}
                {result?.isDone === false && (
                  <span data-tone="bad">{messages(result.error).text}</span>
                )}
              </li>
            );
          })}
        </ul>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={isRunning} onClick={onClose}>
            {t.close}
          </Button>
          {left.length > 0 && (
            <Button
              {...(action.isDangerous && { color: 'red' })}
              loading={isRunning}
              onClick={() => void run(left)}
            >
              {results.size === 0 ? action.label : t.retry}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

type RunsOf<Row> = Pick<DialogProps<Row>, 'action' | 'rows' | 'keyOf'>;

function useRuns<Row>({ action, rows, keyOf }: RunsOf<Row>) {
  const client = useQueryClient();
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const attempts = useRef(new Map<string, string>());
  const attemptOf = (key: string) => {
    const attempt = attempts.current.get(key) ?? crypto.randomUUID();
    attempts.current.set(key, attempt);
    return attempt;
  };
  const runOne = async (row: Row): Promise<Result> => {
    try {
      await action.run(row, attemptOf(keyOf(row)));
      return { isDone: true };
    } catch (error) {
      return { isDone: false, error };
    }
  };
  const run = async (left: readonly Row[]) => {
    if (isRunning) return;
    setRunning(true);
    for (const row of left) {
      const result = await runOne(row);
      setResults((before) => new Map(before).set(keyOf(row), result));
      // A person who declined the identity check is not asked again for each of the other rows.
      if (!result.isDone && result.error instanceof StepUpCancelled) break;
    }
    setRunning(false);
    for (const queryKey of action.refreshes) void client.invalidateQueries({ queryKey });
  };
  return { rows, results, isRunning, run };
}

/** All fields of the rows, by their names in the API; fields of nested objects as `price.amount`. */
function csvOf(rows: readonly unknown[]): string {
  const flat = rows.map((row) => new Map(fieldsOf(row)));
  const names = [...new Set(flat.flatMap((fields) => [...fields.keys()]))];
  const lines = flat.map((fields) => csvLine(names.map((name) => textOf(fields.get(name)))));
  return `${CSV_MARK}${csvLine(names)}${lines.join('')}`;
}

function fieldsOf(row: unknown, before = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(row as object).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? fieldsOf(value, `${before}${name}.`)
      : [[`${before}${name}`, value] as const],
  );
}

function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
