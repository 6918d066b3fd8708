// Buttons that act: immediately, after a confirmation, or through a dialog for a new entry.
import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import type { Running } from '../errors.ts';
import { ConfirmDialog, type ConfirmProps } from './dialogs.tsx';
import { Icon } from './icon.tsx';

interface OpenerProps {
  readonly label: string;
  /** Its accessible name, if the text does not name the row. */
  readonly name?: string | undefined;
  readonly size?: 'xs' | 'sm' | undefined;
  readonly variant?: 'filled' | 'default' | undefined;
  readonly isLoading?: boolean | undefined;
}

interface DialogButtonProps extends OpenerProps {
  readonly icon?: ReactNode;
  readonly isOpenAtFirst?: boolean;
  readonly children: (onClose: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton(props: DialogButtonProps) {
  const { label, name, icon, size = 'sm', variant = 'default', isLoading = false } = props;
  const [isOpen, setOpen] = useState(props.isOpenAtFirst ?? false);
  return (
    <>
      <Button
        {...{ size, variant }}
        leftSection={icon}
        loading={isLoading}
        aria-label={name}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <Suspense>{props.children(() => setOpen(false))}</Suspense>}
    </>
  );
}

/** A button whose action is confirmed in a dialog first. */
export function ConfirmButton(props: OpenerProps & Omit<ConfirmProps, 'onClose'>) {
  const { label, name, size, variant, isLoading, ...dialog } = props;
  return (
    <DialogButton {...{ label, name, size, variant, isLoading }}>
      {(onClose) => <ConfirmDialog {...dialog} onClose={onClose} />}
    </DialogButton>
  );
}

/** The fragment of a link to a list whose dialog for a new entry is open. */
export const NEW_ENTRY = 'new';

/** The button of a list that opens the dialog for a new entry. */
export function CreateButton(props: Omit<DialogButtonProps, 'icon' | 'isOpenAtFirst'>) {
  const { hash } = useLocation();
  return (
    <DialogButton
      icon={<Icon name="plus" />}
      variant="filled"
      isOpenAtFirst={hash === NEW_ENTRY}
      {...props}
    />
  );
}

/**
 * The buttons of a list that open the dialog for a new entry: above the list, and in its place while it is empty. The
 * dialog is the screen's: it stays open when the list gets its first entry.
 */
export function useCreate(canCreate: boolean, dialog: (onClose: () => void) => ReactNode) {
  const [isOpen, setOpen] = useState(false);
  return {
    button: (label: string) =>
      canCreate && (
        <Button leftSection={<Icon name="plus" />} onClick={() => setOpen(true)}>
          {label}
        </Button>
      ),
    dialog: isOpen && <Suspense>{dialog(() => setOpen(false))}</Suspense>,
  };
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
  /** The whole row does what this button does. */
  readonly isRow?: boolean;
  readonly isOff?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

export function RowButton({
  name,
  isRow = false,
  isOff = false,
  onClick,
  children,
}: RowButtonProps) {
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={name}
      data-row={isRow || undefined}
      disabled={isOff}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
