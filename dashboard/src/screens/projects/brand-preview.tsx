// The preview of a brand: a page or email for payers as the service renders it, in a frame that can do nothing.
import { Group, NativeSelect, Paper, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { previewGroups } from '../../../../server/src/contract/brand.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { sitePath } from '../../shared/site-path.ts';
import { type PreviewChoice, previewOf } from './brand-queries.ts';
import { brandNames, type Values } from './fields.ts';
import classes from './projects.module.css';

interface Props {
  readonly project: string;
  readonly values: Values;
}

const groups = ['payments', 'links', 'sales', 'mails'] as const;
const TYPING_ENDS_AFTER = 400;
const names = [
  'accent_color',
  ...brandNames.look,
  ...brandNames.seller,
  ...brandNames.mails,
] as const;

export function BrandPreview({ project, values }: Props) {
  const t = useTexts('projects');
  const { language } = useLanguage();
  const [page, setPage] = useState<PreviewChoice['page']>('checkout');
  const [scheme, setScheme] = useState<PreviewChoice['scheme']>('light');
  const draft = useDraftLogo(values.logo);
  const texts = Object.fromEntries(names.map((name) => [name, values[name].trim()]));
  const sent = { ...texts, ...(draft !== null && { draft_logo: draft }) };
  const [settled] = useDebouncedValue(JSON.stringify(sent), TYPING_ENDS_AFTER);
  const query = useQuery({
    ...previewOf(project, { page, scheme, locale: language }, JSON.parse(settled) as typeof texts),
    placeholderData: keepPreviousData,
  });
  return (
    <Paper
      withBorder
      p="md"
      component="section"
      aria-label={t.preview}
      mt="md"
      className={classes.preview ?? ''}
    >
      <Title order={2} mb="sm">
        {t.preview}
      </Title>
      <Group gap="sm" mb="sm">
        <NativeSelect
          label={t.previewPage}
          flex="2 1 18rem"
          value={page}
          onChange={(event) => setPage(event.currentTarget.value as PreviewChoice['page'])}
          data={groups.map((name) => ({
            group: t.previewGroups[name],
            items: previewGroups[name].map((value) => ({ value, label: t.previewPages[value] })),
          }))}
        />
        <NativeSelect
          label={t.previewScheme}
          flex="1 1 10rem"
          value={scheme}
          onChange={(event) => setScheme(event.currentTarget.value as PreviewChoice['scheme'])}
          data={(['light', 'dark'] as const).map((value) => ({
            value,
            label: t.appearances[value],
          }))}
        />
      </Group>
      {query.data !== undefined && (
        <iframe
          className={classes.frame}
          title={t.previewFrame({ page: t.previewPages[page] })}
          sandbox=""
          srcDoc={shown(query.data.html, values.logo, draft)}
        />
      )}
      <Text size="sm" c="dimmed" mt="xs">
        {t.previewAbout}
      </Text>
    </Paper>
  );
}

/** `320x80.png`, `none` for a stored logo that is removed, or null for the stored one. */
function useDraftLogo(logo: string): string | null {
  const size = useQuery({
    queryKey: ['image-size', logo],
    queryFn: () => sizeOf(logo),
    enabled: logo.startsWith('data:'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (logo === '') return 'none';
  return logo.startsWith('data:') ? (size.data ?? null) : null;
}

const TYPES: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

async function sizeOf(logo: string): Promise<string> {
  const image = new Image();
  image.src = logo;
  await image.decode().catch(() => undefined);
  const side = (pixels: number) => Math.min(9999, Math.max(1, pixels));
  const type = TYPES[/^data:([^;,]*)/.exec(logo)?.[1] ?? ''] ?? 'png';
  return `${side(image.naturalWidth)}x${side(image.naturalHeight)}.${type}`;
}

/** A frame without an address of its own has the policy of this page: styles need its nonce. */
function shown(html: string, logo: string, draft: string | null): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
  const address = `${sitePath}/brand/logos/${'0'.repeat(32)}-${draft}`;
  const [before = '', ...styled] = html.replaceAll(address, () => logo).split(' style="');
  const rules = styled.map((part, n) => `[data-s="${n}"]{${part.slice(0, part.indexOf('"'))}}`);
  const parts = styled.map((part, n) => ` data-s="${n}"${part.slice(part.indexOf('"') + 1)}`);
  return [before, ...parts]
    .join('')
    .replace('<style>', () => `<style nonce="${nonce}">${rules.join('')}`);
}
