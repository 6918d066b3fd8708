// The search dialog, which opens from anywhere (`/`, Ctrl+K), and the list of keyboard shortcuts (`?`).
import { Button, Kbd, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../shared/i18n.tsx';
import { Dialog } from '../shared/ui/dialogs.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { Loading } from '../shared/ui/page.tsx';
import classes from './frame.module.css';
import { SEARCH_FIELD, useLettersBefore } from './letters-before.ts';

/** Loaded on demand, because most screens are used without it. */
const Search = lazy(async () => ({ default: (await import('./search.tsx')).Search }));

type Open = 'search' | 'keys' | null;

export function SearchBox() {
  const t = useTexts('common');
  const [open, setOpen] = useState<Open>(null);
  const [text, setText] = useState('');
  const letters = useLettersBefore(SEARCH_FIELD, setText);
  const search = () => {
    letters.begin();
    setOpen('search');
  };
  useHotkeys([
    ['/', search],
    // For keyboards with the slash above the 7.
    ['shift+/', search],
    ['mod+K', search],
    ['shift+?', () => setOpen('keys')],
  ]);
  const close = () => {
    letters.end();
    setText('');
    setOpen(null);
  };
  return (
    <>
      <Button
        variant="default"
        px="sm"
        leftSection={<Icon name="search" />}
        rightSection={<Kbd visibleFrom="sm">/</Kbd>}
        onClick={search}
      >
        {t.search}
      </Button>
      {open === 'search' && (
        <Dialog opened onClose={close} title={t.search} yOffset="10vh" centered={false}>
          <Suspense fallback={<Loading what={t.search} />}>
            <Search text={text} onType={setText} onLeave={close} />
          </Suspense>
        </Dialog>
      )}
      {open === 'keys' && (
        <Dialog opened onClose={close} title={t.keyboardShortcuts}>
          <Keys />
        </Dialog>
      )}
    </>
  );
}

function Keys() {
  const t = useTexts('common');
  const keys = [
    ['/', t.shortcutSearch],
    ['Ctrl K', t.shortcutSearch],
    ['?', t.shortcutList],
    ['Esc', t.shortcutClose],
  ] as const;
  return (
    <dl className={classes.keys}>
      {keys.map(([key, does]) => (
        <div key={key} style={{ display: 'contents' }}>
          <dt>
            <Kbd>{key}</Kbd>
            <VisuallyHidden>:</VisuallyHidden>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
