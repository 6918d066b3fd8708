// An empty list: the text that there is nothing yet and what to do, or that no row matches the filters.
import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../texts.ts';
import classes from './text.module.css';

interface Props {
  readonly text: ReactNode;
  readonly onClear?: (() => void) | undefined;
}

export function Empty({ text, onClear }: Props) {
  const t = useTexts('common');
  return (
    <Stack className={classes.quiet ?? ''} align="center" gap="sm">
      <Text>{text}</Text>
      {onClear !== undefined && (
        <Button variant="default" onClick={onClear}>
          {t.clear}
        </Button>
      )}
    </Stack>
  );
}
