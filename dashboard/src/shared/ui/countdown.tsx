// The remaining validity of a quote: a countdown in seconds, as a number and a bar.
import { useEffect, useState } from 'react';
import { later, now, SECOND } from '../clock.ts';
import classes from './text.module.css';

/** The service's validity of withdrawal and exchange quotes. */
export const QUOTE_SECONDS = 30;
const TICK = SECOND / 4;

/** Whole seconds until that time, in milliseconds of the browser's clock. 0 when it has passed. */
export function useSecondsLeft(until: number): number {
  const [left, setLeft] = useState(() => secondsTo(until));
  useEffect(() => {
    let stop = () => {};
    const tick = () => {
      const seconds = secondsTo(until);
      setLeft(seconds);
      if (seconds > 0) stop = later(TICK, tick);
    };
    tick();
    return () => stop();
  }, [until]);
  return left;
}

function secondsTo(until: number): number {
  return Math.max(0, Math.ceil((until - now()) / SECOND));
}

interface Props {
  readonly left: number;
  readonly of: number;
  /** `Holds for 12 seconds`. */
  readonly label: string;
}

export function Countdown({ left, of, label }: Props) {
  return (
    <div className={classes.countdown}>
      <span role="timer" aria-live="off">
        {label}
      </span>
      <progress value={left} max={of} aria-label={label} />
    </div>
  );
}
