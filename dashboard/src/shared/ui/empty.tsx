// A list with nothing in it: that there is nothing yet, and what to do; or nothing for these filters.
import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n.tsx';
import classes from './text.module.css';
import { words } from './words.ts';

interface Props {
  readonly text: ReactNode;
  /** Takes the filters back. */
  readonly onClear?: (() => void) | undefined;
}

export function Empty({ text, onClear }: Props) {
  const t = useMessages(words);
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
