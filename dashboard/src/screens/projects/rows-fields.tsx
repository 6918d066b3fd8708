// The two settings with several rows: processing fees, and minimum payments.
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import { type FeeRow, feeOperations, type LeastRow } from './fields.ts';
import classes from './projects.module.css';

interface Props<Row> {
  readonly rows: readonly Row[];
  readonly currencies: readonly string[];
  readonly errors: Readonly<Record<string, unknown>>;
  readonly isReadOnly: boolean;
  readonly onChange: (rows: readonly Row[]) => void;
}

export function FeeRows({ currencies, errors, ...props }: Props<FeeRow>) {
  const t = useTexts('projects');
  const operations = feeOperations.map((value) => ({ value, label: t.feeNames[value] }));
  const fresh = { operation: 'invoice', currency: '', percent: '' };
  return (
    <Rows {...props} fresh={fresh} none={t.noFees} addLabel={t.addFee}>
      {(row, n, set) => (
        <>
          <NativeSelect
            label={t.operation}
            data={operations}
            value={row.operation}
            disabled={props.isReadOnly}
            error={errorAt(errors, `fees.${n}.operation`, `fees.${n}`)}
            onChange={(event) => {
              const operation = event.currentTarget.value;
              set(operation === 'default' ? { operation, currency: '' } : { operation });
            }}
          />
          <NativeSelect
            label={t.currency}
            data={[{ value: '', label: t.everyCurrency }, ...withOwn(currencies, row.currency)]}
            value={row.currency}
            disabled={props.isReadOnly || row.operation === 'default'}
            error={errorAt(errors, `fees.${n}.currency`)}
            onChange={(event) => set({ currency: event.currentTarget.value })}
          />
          <AmountInput
            label={t.percent}
            unit="%"
            value={row.percent}
            readOnly={props.isReadOnly}
            error={errorAt(errors, `fees.${n}.percent`)}
            onChange={(percent) => set({ percent })}
          />
        </>
      )}
    </Rows>
  );
}

export function LeastRows({ currencies, errors, ...props }: Props<LeastRow>) {
  const t = useTexts('projects');
  const fresh = { coin: currencies[0] ?? '', amount: '' };
  return (
    <Rows {...props} fresh={fresh} none={t.noLeast} addLabel={t.addLeast}>
      {(row, n, set) => (
        <>
          <NativeSelect
            label={t.coin}
            data={withOwn(currencies, row.coin)}
            value={row.coin}
            disabled={props.isReadOnly}
            error={errorAt(errors, `minimum_deposits.${n}.coin`, `minimum_deposits.${n}`)}
            onChange={(event) => set({ coin: event.currentTarget.value })}
          />
          <AmountInput
            label={t.amount}
            unit={row.coin}
            value={row.amount}
            readOnly={props.isReadOnly}
            error={errorAt(errors, `minimum_deposits.${n}.amount`)}
            onChange={(amount) => set({ amount })}
          />
        </>
      )}
    </Rows>
  );
}

interface RowsProps<Row> extends Omit<Props<Row>, 'currencies' | 'errors'> {
  readonly fresh: Row;
  readonly none: string;
  readonly addLabel: string;
  readonly children: (row: Row, n: number, set: (part: Partial<Row>) => void) => ReactNode;
}

function Rows<Row>({ rows, isReadOnly, onChange, children, ...props }: RowsProps<Row>) {
  const t = useTexts('projects');
  return (
    <Stack gap="xs">
      {rows.length === 0 && <Text c="dimmed">{props.none}</Text>}
      {rows.map((row, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ID, and the fields have no state.
        <Group key={n} align="flex-start" gap="sm" className={classes.row ?? ''}>
          {children(row, n, (part) => onChange(rows.with(n, { ...row, ...part })))}
          {!isReadOnly && (
            <Button
              variant="default"
              className={classes.remove ?? ''}
              onClick={() => onChange(rows.toSpliced(n, 1))}
            >
              {t.remove}
            </Button>
          )}
        </Group>
      ))}
      {!isReadOnly && (
        <div>
          <Button variant="default" size="xs" onClick={() => onChange([...rows, props.fresh])}>
            {props.addLabel}
          </Button>
        </div>
      )}
    </Stack>
  );
}

/** Keeps the current value as an option, even if its currency no longer exists. */
function withOwn(currencies: readonly string[], own: string): string[] {
  return own === '' || currencies.includes(own) ? [...currencies] : [own, ...currencies];
}

function errorAt(errors: Readonly<Record<string, unknown>>, ...targets: readonly string[]) {
  const found = targets.map((target) => errors[target]).find((error) => error !== undefined);
  return typeof found === 'string' ? found : undefined;
}
