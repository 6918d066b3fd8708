// A risk in a table: its score in one line, and below it the source, where something is known of that.
import { Text } from '@mantine/core';
import { type ShownRisk, useRiskParts } from './risk-text.ts';
import classes from './text.module.css';

export function RiskCell({ risk }: { readonly risk: ShownRisk }) {
  const { rated, source, isKnown } = useRiskParts()(risk);
  return (
    <>
      <span className={classes.when}>{rated}</span>
      {isKnown && (
        <Text size="xs" c="dimmed">
          {source}
        </Text>
      )}
    </>
  );
}
