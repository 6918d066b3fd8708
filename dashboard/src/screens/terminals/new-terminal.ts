// The form of a terminal's settings, and the request that it becomes.
import type { OperatorApi } from '../../shared/api-types.ts';
import type { TerminalRow } from './queries.ts';

export type TerminalForm = {
  readonly name: string;
  readonly price_currency: string;
  readonly keypad: boolean;
  readonly discounts: boolean;
  readonly note: boolean;
  readonly tip_percents: readonly string[];
  readonly tax_percent: string;
  /** Code and network: `BTC bitcoin`. Empty: all coins. */
  readonly coins: readonly string[];
};

const TIPS = ['', '', ''];

export const newTerminal: TerminalForm = {
  name: '',
  price_currency: 'EUR',
  keypad: true,
  discounts: false,
  note: false,
  tip_percents: TIPS,
  tax_percent: '',
  coins: [],
};

/** To change an existing one. */
export function formOf(terminal: TerminalRow): TerminalForm {
  const { tip_percents: tips } = terminal;
  return {
    name: terminal.name,
    price_currency: terminal.price_currency,
    keypad: terminal.keypad,
    discounts: terminal.discounts,
    note: terminal.note,
    tip_percents: [...tips, ...TIPS].slice(0, Math.max(TIPS.length, tips.length)),
    tax_percent: terminal.tax_percent ?? '',
    coins: terminal.coins,
  };
}

type Settings = Omit<OperatorApi['terminals.change']['input'], 'project' | 'terminal_id'>;

export function settingsOf(form: TerminalForm): Settings {
  const tips = form.tip_percents.filter((percent) => percent !== '');
  return {
    name: form.name.trim(),
    keypad: form.keypad,
    discounts: form.discounts,
    note: form.note,
    tip_percents: tips.length === 0 ? undefined : tips,
    tax_percent: form.tax_percent === '' ? undefined : form.tax_percent,
    coins: form.coins.length === 0 ? undefined : form.coins,
  };
}
