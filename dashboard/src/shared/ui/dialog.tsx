// A dialog over a page. Escape is heard by all that are open: while a proof of who is there is asked for, it is meant for
// that one alone. Whoever uses the keyboard goes on where he was when it is closed.
import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { currentProof, watchProof } from '../step-up.ts';
import classes from './text.module.css';

/** A whole address has no room in one line of a telephone. */
const BREAKS = { body: classes.breaks ?? '' };

export function Dialog(props: ModalProps) {
  const isSteppingUp = useSyncExternalStore(watchProof, currentProof) !== null;
  useFocusBack();
  return <Modal closeOnEscape={!isSteppingUp} classNames={BREAKS} {...props} />;
}

/** What had the focus before the first of the dialogs that lie over each other, or follow one another. */
let opener: Element | null = null;

/** The library gives it back when a dialog is told to close; ours are gone then. */
function useFocusBack(): void {
  const [before] = useState(() => {
    const active = document.activeElement;
    if (document.querySelector('[role="dialog"]') === null) opener = active;
    return active;
  });
  useEffect(
    () => () => {
      const back = before?.isConnected === true ? before : opener;
      const isLost = document.activeElement === document.body;
      if (isLost && back instanceof HTMLElement) back.focus({ preventScroll: true });
    },
    [before],
  );
}
