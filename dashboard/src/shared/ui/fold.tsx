// Fields or facts that few people need, behind a line that opens them.
import { Stack } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './create.module.css';

interface Props {
  readonly label: string;
  /** Opens it, as a field inside has an error. */
  readonly hasError?: boolean;
  readonly children: ReactNode;
}

export function Fold({ label, hasError = false, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (hasError) setOpen(true);
  }, [hasError]);
  return (
    <details
      className={classes.fold}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{label}</summary>
      <Stack gap="md">{children}</Stack>
    </details>
  );
}
