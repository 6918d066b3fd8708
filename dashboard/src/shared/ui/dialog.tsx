// A dialog over a page. Escape is heard by all that are open: while a proof of who is there is asked for, it is meant for
// that one alone.
import { Modal, type ModalProps } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { currentProof, watchProof } from '../proof.ts';

export function Dialog(props: ModalProps) {
  const isProving = useSyncExternalStore(watchProof, currentProof) !== null;
  return <Modal closeOnEscape={!isProving} {...props} />;
}
