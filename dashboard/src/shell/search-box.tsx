// The search box that opens from anywhere (`/`, Ctrl+K) and the list of keys (`?`).
import { Button, Kbd, Modal, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../shared/i18n.tsx';
import { Failed } from '../shared/ui/failed.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import classes from './frame.module.css';
import { frameWords } from './messages.ts';
import { type Found, useFound, useScreens } from './use-found.ts';

type Open = 'search' | 'keys' | null;

export function SearchBox() {
  const t = useMessages(frameWords);
  const [open, setOpen] = useState<Open>(null);
  useHotkeys([
    ['/', () => setOpen('search')],
    // Where the stroke is above the 7.
    ['shift+/', () => setOpen('search')],
    ['mod+K', () => setOpen('search')],
    ['shift+?', () => setOpen('keys')],
  ]);
  const close = () => setOpen(null);
  return (
    <>
      <Button
        variant="default"
        px="sm"
        leftSection={<Icon name="search" />}
        rightSection={<Kbd visibleFrom="sm">/</Kbd>}
        onClick={() => setOpen('search')}
      >
        {t.search}
      </Button>
      {open === 'search' && (
        <Modal opened onClose={close} title={t.search} yOffset="10vh" centered={false}>
          <Search onLeave={close} />
        </Modal>
      )}
      {open === 'keys' && (
        <Modal opened onClose={close} title={t.keys}>
          <Keys />
        </Modal>
      )}
    </>
  );
}

const TYPING_ENDS_AFTER = 250;

function Search({ onLeave }: { readonly onLeave: () => void }) {
  const t = useMessages(frameWords);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text.trim(), TYPING_ENDS_AFTER);
  const { found, search } = useFound(wanted);
  const screens = useScreens(wanted);
  const all = [...found, ...screens];
  const openFirst = (event: FormEvent) => {
    event.preventDefault();
    const first = all[0];
    if (first === undefined) return;
    onLeave();
    void navigate(first.link);
  };
  return (
    <form onSubmit={openFirst}>
      <TextInput
        aria-label={t.search}
        placeholder={t.searchHint}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <Results title={t.found} list={found} onLeave={onLeave} />
      <Results title={t.screens} list={screens} onLeave={onLeave} />
      <Text c="dimmed" size="sm" mt="sm" role="status">
        {search.isFetching && t.searching}
        {search.isSuccess && wanted !== '' && all.length === 0 && t.nothingFound}
      </Text>
      {search.isError && <Failed error={search.error} what={t.found} />}
    </form>
  );
}

interface ResultsProps {
  readonly title: string;
  readonly list: readonly Found[];
  readonly onLeave: () => void;
}

function Results({ title, list, onLeave }: ResultsProps) {
  if (list.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className={classes.group}>{title}</div>
      {list.map(({ key, label, note, link }) => (
        <Link key={key} className={classes.found ?? ''} onClick={onLeave} {...link}>
          {label}
          {note !== undefined && (
            <Text component="span" display="block" size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </Link>
      ))}
    </section>
  );
}

function Keys() {
  const t = useMessages(frameWords);
  const keys = [
    ['/', t.keySearch],
    ['Ctrl K', t.keySearch],
    ['?', t.keyList],
    ['Esc', t.keyClose],
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
