// A dialog over a page. All open dialogs receive Escape, so while a step-up dialog is open, only that one may react. On
// close, the keyboard focus returns to where it was before.
import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { currentStepUp, watchStepUp } from '../step-up.ts';
import classes from './text.module.css';

/** A full address does not fit on one line of a phone. */
const BREAKS = { body: classes.breaks ?? '' };

export function Dialog(props: ModalProps) {
  const isSteppingUp = useSyncExternalStore(watchStepUp, currentStepUp) !== null;
  useFocusBack();
  return <Modal closeOnEscape={!isSteppingUp} classNames={BREAKS} {...props} />;
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
