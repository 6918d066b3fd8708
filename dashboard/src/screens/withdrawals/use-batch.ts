// Sends the payments of a file one after another. Each result is stored in this browser before the next row starts, so
// that sending resumes after a reload. Each row has its Idempotency-Key from the start.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, merchant } from '../../shared/api.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { problemText, refusalText } from '../../shared/refusals.ts';
import { moneyText, useTimeText } from '../../shared/ui/values.tsx';
import type { BatchRow } from './batch-file.ts';
import type { Withdrawal } from './queries.ts';

export interface Batch {
  readonly rows: readonly BatchRow[];
  readonly isRunning: boolean;
  /** Why it stopped. Null if it did not stop. */
  readonly error: unknown;
  readonly take: (rows: readonly BatchRow[]) => void;
  /** The lines describe the payments in the step-up dialog. */
  readonly send: (confirms: readonly string[]) => void;
  readonly clear: () => void;
}

export function useBatch(project: string): Batch {
  const name = `chaintill-batch-${project}`;
  const { labelled } = useTexts('common');
  const client = useQueryClient();
  const [rows, setRows] = useState<readonly BatchRow[]>(() => kept(name));
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const take = (changed: readonly BatchRow[]) => {
    localStorage.setItem(name, JSON.stringify(changed));
    setRows(changed);
  };
  const send = async (confirms: string) => {
    setRunning(true);
    setError(null);
    let current = rows;
    try {
      for (const [n, row] of current.entries()) {
        if (!isHere.current) break;
        if (row.state !== 'waiting') continue;
        const sent = await sendRow(project, row, {
          confirms,
          reported: (label, value) => labelled({ label, value }),
        });
        current = current.with(n, sent);
        take(current);
      }
    } catch (failure) {
      setError(failure);
    }
    setRunning(false);
    void client.invalidateQueries({ queryKey: ['withdrawal', project] });
    void client.invalidateQueries({ queryKey: ['account', project] });
  };
  const clear = () => {
    localStorage.removeItem(name);
    setRows([]);
    setError(null);
  };
  return {
    rows,
    isRunning,
    error,
    take,
    send: (confirms) => void send(confirms.join('\n')),
    clear,
  };
}

interface RefusalTexts {
  readonly confirms: string;
  readonly reported: (field: string, problem: string) => string;
}

const REFUSALS = [400, 404, 409, 422];

/** A rejected row is done. Throws on errors that stop the batch, such as a missing response. */
async function sendRow(project: string, row: BatchRow, said: RefusalTexts): Promise<BatchRow> {
  const { confirms, reported } = said;
  const { request, attempt } = row;
  try {
    const { id, status } = await merchant(project)(
      'createCoinWithdrawal',
      { ...request, force_commit: true },
      { attempt, confirms },
    );
    return { ...row, state: 'done', id, status, problem: null };
  } catch (error) {
    if (!(error instanceof ApiError) || !REFUSALS.includes(error.status)) throw error;
    if (error.code === 'idempotency_key_in_use') throw error;
    const details = error.details.map((each) => reported(each.target, problemText(each)));
    return { ...row, state: 'refused', problem: details.join('; ') || refusalText(error) };
  }
}

function kept(name: string): readonly BatchRow[] {
  try {
    const rows: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(rows) ? (rows as BatchRow[]) : [];
  } catch {
    return [];
  }
}

export function useSentText(): (withdrawal: Pick<Withdrawal, 'was_sent'>) => string {
  const t = useTexts('withdrawals').sent;
  const { labelled } = useTexts('common');
  return ({ was_sent: { code, txid } }) =>
    txid === null ? t[code] : labelled({ label: t[code], value: txid });
}

export function usePriceText(): (price: NonNullable<Withdrawal['price']>) => string {
  const t = useTexts('withdrawals').prices;
  const { labelled } = useTexts('common');
  const { locale } = useLanguage();
  const time = useTimeText();
  return ({ state, other, is_allowed: isAllowed, until }) => {
    if (state === 'valid' || state === 'rate_unavailable') return t[state];
    const amount = other === null ? '' : moneyText(locale, other);
    const rate = other?.rate ?? '';
    if (state === 'repriced')
      return t.was({ amount, rate, until: until === null ? '' : time(until) });
    const now = t.now({ amount, rate });
    return isAllowed ? now : labelled({ label: now, value: t.tooDear });
  };
}
