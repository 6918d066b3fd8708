// The time that is left until something happens, counted each second. Its width does not depend on the digits, and
// screen readers read it when it is reached, not each time it changes.
import { useLanguage } from '../i18n.tsx';
import { useSecondsLeft } from './quote.tsx';
import classes from './text.module.css';

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** `until`: ISO 8601. Nothing from that moment on. */
export function Countdown({ until }: { readonly until: string }) {
  const { locale } = useLanguage();
  const left = useSecondsLeft(Date.parse(until));
  if (left === 0) return null;
  return (
    <span role="timer" aria-live="off" className={classes.left ?? ''}>
      {partsOf(left)
        .map(({ value, unit, digits }) => {
          const format = { style: 'unit', unit, unitDisplay: 'short' } as const;
          const number = new Intl.NumberFormat(locale, { ...format, minimumIntegerDigits: digits });
          return number.format(value);
        })
        .join(' ')}
    </span>
  );
}

/** Two units: `3 days, 04 hr`, `59 min, 07 sec`. */
function partsOf(left: number) {
  if (left >= DAY) return pair(['day', Math.floor(left / DAY)], ['hour', (left % DAY) / HOUR]);
  if (left >= HOUR)
    return pair(['hour', Math.floor(left / HOUR)], ['minute', (left % HOUR) / MINUTE]);
  return pair(['minute', Math.floor(left / MINUTE)], ['second', left % MINUTE]);
}

type Part = readonly [unit: 'day' | 'hour' | 'minute' | 'second', value: number];

const pair = (first: Part, second: Part) => [
  { unit: first[0], value: first[1], digits: 1 },
  { unit: second[0], value: Math.floor(second[1]), digits: 2 },
];
