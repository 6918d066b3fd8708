// Buttons that act: immediately, after a confirmation, or through a dialog for a new entry.
import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import type { Running } from '../errors.ts';
import { ConfirmDialog, type ConfirmProps } from './dialogs.tsx';
import { Icon } from './icon.tsx';

interface ConfirmButtonProps extends Omit<ConfirmProps, 'onClose'> {
  readonly label: string;
  /** Its accessible name, if the text does not name the row. */
  readonly name?: string;
  readonly size?: 'xs' | 'sm';
  readonly variant?: 'filled' | 'default';
  readonly isLoading?: boolean;
}

/** A button whose action is confirmed in a dialog first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, name, size = 'sm', variant = 'default', isLoading = false, ...dialog } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        {...{ size, variant }}
        loading={isLoading}
        aria-label={name}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <ConfirmDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  );
}

interface CreateButtonProps {
  readonly label: string;
  readonly variant?: 'filled' | 'default';
  readonly children: (onClose: () => void) => ReactNode;
}

/** The button of a list that opens the dialog for a new entry. */
export function CreateButton({ label, variant = 'filled', children }: CreateButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<Icon name="plus" />} variant={variant} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <Suspense>{children(() => setOpen(false))}</Suspense>}
    </>
  );
}

interface ActionButtonProps {
  readonly work: Running<unknown>;
  readonly size?: 'xs' | 'sm';
  readonly variant?: 'filled' | 'default';
  readonly isDisabled?: boolean;
  readonly children: string;
}

/** A button that starts an action without values. */
export function ActionButton(props: ActionButtonProps) {
  const { work, size = 'sm', variant = 'default', isDisabled = false, children } = props;
  return (
    <Button
      {...{ size, variant }}
      loading={work.isPending}
      disabled={isDisabled}
      onClick={() => work.start(undefined)}
    >
      {children}
    </Button>
  );
}

interface RowButtonProps {
  /** Its accessible name, if the text does not name the row. */
  readonly name?: string;
  readonly onClick: () => void;
  readonly children: string;
}

export function RowButton({ name, onClick, children }: RowButtonProps) {
  return (
    <Button size="xs" variant="default" aria-label={name} onClick={onClick}>
      {children}
    </Button>
  );
}
