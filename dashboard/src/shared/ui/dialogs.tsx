// Dialogs over a page: plain, with a form, and for confirmation.
import {
  Alert,
  Button,
  Code,
  Group,
  Modal,
  type ModalProps,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { fieldErrors, useAction } from '../errors.ts';
import { useTexts } from '../i18n.tsx';
import { currentStepUp, watchStepUp } from '../step-up.ts';
import { Failed } from './page.tsx';
import classes from './text.module.css';

/** A full address does not fit on one line of a phone, and a long form is submitted without scrolling to its end. */
const CLASSES = { body: classes.breaks ?? '', content: classes.dialog ?? '' };

/**
 * A dialog over a page. All open dialogs receive Escape, so while a step-up dialog is open, only that one may react. On
 * close, the keyboard focus returns to where it was before.
 */
export function Dialog(props: ModalProps) {
  const isSteppingUp = useSyncExternalStore(watchStepUp, currentStepUp) !== null;
  useFocusBack();
  return <Modal closeOnEscape={!isSteppingUp} classNames={CLASSES} {...props} />;
}

/** The element that had the focus before the first of several stacked or consecutive dialogs. */
let opener: Element | null = null;

/** The library restores the focus when a dialog is closed through its prop, but our dialogs are unmounted. */
function useFocusBack(): void {
  const [before] = useState(() => {
    const active = document.activeElement;
    // The body has the focus when the previous dialog was just removed.
    if (active === document.body) return null;
    if (document.querySelector('[role="dialog"]') === null) opener = active;
    return active;
  });
  useEffect(
    // The elements of the dialog are removed after this runs, together with the focus.
    () => () => queueMicrotask(() => focusAgain(before?.isConnected === true ? before : opener)),
    [before],
  );
}

function focusAgain(element: Element | null): void {
  const isLost = document.activeElement === document.body;
  if (isLost && element instanceof HTMLElement) element.focus({ preventScroll: true });
}

export interface ConfirmProps {
  readonly title: string;
  /** A sentence that describes the action, or inputs, which get the errors by field. */
  readonly children: ReactNode | ((errors: Readonly<Record<string, string>>) => ReactNode);
  /** The button's label: `Resolve alert`, never `OK`. Default: the title. */
  readonly action?: string;
  /** False while an input is missing. */
  readonly isReady?: boolean;
  readonly isDangerous?: boolean;
  /** For dialogs that contain a table. */
  readonly isWide?: boolean;
  /** Requires a reason, which is stored in the audit log. */
  readonly wantsReason?: boolean;
  readonly reasonHint?: string;
  /** `attempt` is the idempotency key of `useAction`. */
  readonly run: (reason: string, attempt: string) => Promise<unknown>;
  readonly refreshes?: readonly QueryKey[];
  readonly onClose: () => void;
}

/** Asks for confirmation of an irreversible action: describes it, may require a reason, and accepts one click. */
export function ConfirmDialog(props: ConfirmProps) {
  const { children, run, refreshes = [], onClose, wantsReason = false, ...rest } = props;
  const t = useTexts('common');
  const [reason, setReason] = useState('');
  const work = useAction({
    run: (_: undefined, attempt) => run(reason.trim(), attempt),
    refreshes,
    onDone: onClose,
  });
  const isReady = rest.isReady !== false && (!wantsReason || reason.trim() !== '');
  return (
    <FormDialog
      {...rest}
      {...{ isReady, work, onClose }}
      onSubmit={() => {
        if (isReady) work.start(undefined);
      }}
    >
      {typeof children === 'function' ? (
        children(fieldErrors(work.error))
      ) : (
        <Text component="div">{children}</Text>
      )}
      {wantsReason && (
        <Textarea
          label={t.reason}
          description={rest.reasonHint ?? t.reasonHint}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={1000}
          minRows={2}
          required
          data-autofocus
        />
      )}
    </FormDialog>
  );
}

interface SubmitFormProps {
  /** The button's label: `Create channel`, never `OK`. */
  readonly action: string;
  /** False while required information is still loading. */
  readonly isReady?: boolean | undefined;
  readonly isDangerous?: boolean | undefined;
  readonly work: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
  };
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/** Inputs, errors, and one submit button. */
export function SubmitForm(props: SubmitFormProps) {
  const { action, isReady = true, isDangerous = false, work, onSubmit, onCancel } = props;
  const t = useTexts('common');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
    >
      <Stack gap="md">
        {props.children}
        {work.isError && <Failed error={work.error} />}
        <Group justify="flex-end" gap="sm" className={classes.actions ?? ''}>
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel} disabled={work.isPending}>
              {t.cancel}
            </Button>
          )}
          <Button
            type="submit"
            loading={work.isPending}
            disabled={!isReady}
            {...(isDangerous ? { color: 'red.9' } : {})}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface FormDialogProps extends Omit<SubmitFormProps, 'action' | 'onCancel'> {
  readonly title: string;
  /** Default: the title. */
  readonly action?: string;
  /** For dialogs that contain a table. */
  readonly isWide?: boolean;
  readonly onClose: () => void;
}

/** A dialog with a form. */
export function FormDialog(props: FormDialogProps) {
  const { title, action = title, isWide = false, onClose, ...form } = props;
  // Every open dialog receives Escape; here, it is meant for the step-up dialog that the action waits for.
  const close = () => {
    if (!form.work.isPending) onClose();
  };
  return (
    <Dialog opened onClose={close} title={title} size={isWide ? 'xl' : 'md'}>
      <SubmitForm {...form} action={action} onCancel={onClose} />
    </Dialog>
  );
}

interface ShownOnceProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** A label and the text of each: `{ 'the link': 'https://…' }`. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

/** New secrets: shown once, in full and with a copy button, to be stored by the person who created them. */
export function ShownOnce({ title, children, secrets, onClose }: ShownOnceProps) {
  const { shownOnceHint: once, secretSaved: kept } = useTexts('common');
  return (
    <Dialog opened onClose={onClose} title={title} closeOnEscape={false} withCloseButton={false}>
      <Stack gap="md">
        {children !== undefined && <Text component="div">{children}</Text>}
        {Object.entries(secrets).map(([name, text], n) => (
          <Secret key={name} name={name} text={text} isFirst={n === 0} />
        ))}
        <Alert color="yellow">{once}</Alert>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {kept}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface SecretProps {
  readonly name: string;
  readonly text: string;
  readonly isFirst: boolean;
}

function Secret({ name, text, isFirst }: SecretProps) {
  const { copy, copied } = useTexts('common');
  const [isCopied, setCopied] = useState(false);
  const take = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Stack gap="xs">
      <Code block className={classes.secret ?? ''}>
        {text}
      </Code>
      <Button onClick={() => void take()} data-autofocus={isFirst || undefined}>
        {isCopied ? copied : copy({ what: name })}
      </Button>
    </Stack>
  );
}
