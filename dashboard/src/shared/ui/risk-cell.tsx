// A risk in a table: the score on one line, and the source below it, if known.
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
