// A quote is valid for 30 seconds: the remaining time, and its confirmation or a new request.
import { Alert, Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { later, now, SECOND } from '../clock.ts';
import type { Running } from '../errors.ts';
import { Failed } from './page.tsx';
import classes from './text.module.css';

/** The service's validity of quotes. */
const QUOTE_SECONDS = 30;
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

/** When a quote that arrives now expires, in milliseconds of the browser's clock. */
export const quoteExpiry = () => now() + QUOTE_SECONDS * SECOND;

interface Props {
  /** From `quoteExpiry`. */
  readonly until: number;
  readonly texts: {
    readonly holdsFor: (values: { seconds: number }) => string;
    readonly over: string;
    readonly change: string;
    readonly again: string;
  };
  readonly action: string;
  readonly work: Running<undefined>;
  readonly onBack: () => void;
  /** Requests it again after its expiry. */
  readonly onAgain: () => void;
  readonly isLoading: boolean;
}

export function QuoteButtons(props: Props) {
  const { until, texts, action, work, onBack, onAgain, isLoading } = props;
  const left = useSecondsLeft(until);
  const label = texts.holdsFor({ seconds: left });
  // The service decides whether a confirmation that is on its way was in time.
  const isValid = left > 0 || work.isPending;
  return (
    <>
      {isValid ? (
        <div className={classes.countdown}>
          <span role="timer" aria-live="off">
            {label}
          </span>
          <progress value={left} max={QUOTE_SECONDS} aria-label={label} />
        </div>
      ) : (
        <Alert color="yellow" role="status">
          {texts.over}
        </Alert>
      )}
      {work.isError && <Failed error={work.error} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onBack} disabled={work.isPending}>
          {texts.change}
        </Button>
        {isValid ? (
          <Button onClick={() => work.start(undefined)} loading={work.isPending} data-autofocus>
            {action}
          </Button>
        ) : (
          <Button onClick={onAgain} loading={isLoading}>
            {texts.again}
          </Button>
        )}
      </Group>
    </>
  );
}
