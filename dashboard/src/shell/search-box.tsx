// The search box that opens from anywhere (`/`, Ctrl+K) and the list of keys (`?`). An id or a reference leads to its
// object, a name to a screen.
import { Button, Kbd, Modal, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Found } from '../routes/area.ts';
import { areas } from '../routes/areas.ts';
import { useLanguage, useMessages } from '../shared/i18n.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { useCurrentProject } from './current-project.ts';
import classes from './frame.module.css';
import { frameWords } from './messages.ts';
import { useMyAreas } from './navigation.tsx';

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
  const { found, isSearching } = useFound(wanted);
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
        {isSearching ? t.searching : wanted !== '' && all.length === 0 && t.nothingFound}
      </Text>
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
      {list.map(({ label, link }) => (
        <Link key={label} className={classes.found ?? ''} onClick={onLeave} {...link}>
          {label}
        </Link>
      ))}
    </section>
  );
}

function useFound(text: string): { found: readonly Found[]; isSearching: boolean } {
  const project = useCurrentProject()?.id;
  const search = useQuery({
    queryKey: ['search', project, text],
    enabled: project !== undefined && text.length > 2,
    queryFn: async () => {
      const finders = areas.flatMap(({ find }) => (find === undefined ? [] : [find]));
      const found = await Promise.all(finders.map((find) => find(project ?? '', text)));
      return found.flat();
    },
  });
  return { found: search.data ?? [], isSearching: search.isFetching };
}

function useScreens(text: string): readonly Found[] {
  const { language } = useLanguage();
  const mine = useMyAreas();
  const project = useCurrentProject()?.id ?? '';
  const isMeant = (label: string) => label.toLowerCase().includes(text.toLowerCase());
  return mine
    .flatMap((group) => group.areas)
    .map(({ label, link }) => ({ label: label[language], link: link(project) }))
    .filter(({ label }) => isMeant(label));
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
