// Buffers keystrokes until the search field exists, because people who press `/` keep typing while the dialog opens and
// its code loads.
import { useEffect, useRef } from 'react';

export const SEARCH_FIELD = 'chaintill-search';

interface Letters {
  /** Starts to buffer until the field has the focus. */
  readonly begin: () => void;
  readonly end: () => void;
}

export function useLettersBefore(
  field: string,
  onType: (change: (before: string) => string) => void,
): Letters {
  const isWaiting = useRef(false);
  useEffect(() => {
    const take = (event: KeyboardEvent) => {
      if (!isWaiting.current || document.activeElement?.id === field) return;
      const { key, ctrlKey, metaKey, altKey, isComposing } = event;
      if (isComposing || ctrlKey || metaKey || altKey) return;
      if (key.length !== 1 && key !== 'Backspace') return;
      event.preventDefault();
      event.stopPropagation();
      onType((before) => (key === 'Backspace' ? before.slice(0, -1) : before + key));
    };
    window.addEventListener('keydown', take, { capture: true });
    return () => window.removeEventListener('keydown', take, { capture: true });
  }, [field, onType]);
  return {
    begin: () => {
      isWaiting.current = true;
    },
    end: () => {
      isWaiting.current = false;
    },
  };
}
