// Queries of the screens of points of sale. Live events of checkouts renew them, because each sale is a checkout.
import type { OperatorApi } from '../../shared/api-types.ts';
import { operatorList, operatorQuery, operatorWhole } from '../../shared/queries.ts';

export type TerminalRow = OperatorApi['terminals.list']['output'][number];
export type Terminal = OperatorApi['terminals.show']['output'];
export type Item = Terminal['items'][number];
export type Staff = Terminal['staff'][number];
export type Sale = OperatorApi['terminals.sales']['output']['rows'][number];
export type Close = OperatorApi['terminals.closes']['output'][number];
export type Totals = Close['totals'];

const keyOf = (project: string) => ['checkout', project, 'terminal'] as const;

export function terminalList(project: string) {
  return operatorWhole([...keyOf(project), 'list'], 'terminals.list', { project });
}

export function terminalOne(project: string, terminal_id: string) {
  const key = [...keyOf(project), 'one', terminal_id];
  return operatorQuery(key, 'terminals.show', { project, terminal_id });
}

export function terminalSales(project: string, terminal_id: string) {
  const key = [...keyOf(project), 'sales', terminal_id];
  return operatorList(key, 'terminals.sales', { project, terminal_id });
}

export function terminalTotals(project: string, terminal_id: string) {
  const key = [...keyOf(project), 'totals', terminal_id];
  return operatorQuery(key, 'terminals.totals', { project, terminal_id });
}

export function terminalCloses(project: string, terminal_id: string) {
  const key = [...keyOf(project), 'closes', terminal_id];
  return operatorWhole(key, 'terminals.closes', { project, terminal_id });
}

/** The second one is the history. */
export const changedBy = (project: string) => [keyOf(project), ['terminal', project]];
