// How long after an alert its message is repeated.
import type { Texts } from '../../shared/i18n.tsx';

const HOUR = 60;

export function repeatText(minutes: number, t: Texts['alerts-page']): string {
  return minutes < HOUR ? t.repeat({ minutes }) : t.repeatHours({ hours: minutes / HOUR });
}
