// What happened to one object, in order.
import { Text, Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import { Countdown } from './countdown.tsx';
import { When } from './values.tsx';

export interface Step {
  readonly key: string;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** ISO 8601. Null: not yet, or of no certain time. */
  readonly at: string | null;
  /** It has not happened: the time that is left is counted. */
  readonly isAhead?: boolean;
}

export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <Timeline active={steps.length} bulletSize={16} lineWidth={2}>
      {steps.map(({ key, title, text, at, isAhead = false }) => (
        <Timeline.Item key={key} title={title}>
          <Text component="div" size="sm">
            {text}
            {text && at !== null ? ' · ' : ''}
            {at !== null && <When at={at} />} {at !== null && isAhead && <Countdown until={at} />}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
