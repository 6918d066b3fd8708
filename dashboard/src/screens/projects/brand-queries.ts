// The preview of a brand: the service renders its own pages and emails with sample data and the values of the form.
import { queryOptions } from '@tanstack/react-query';
import type { PreviewPage } from '../../../../server/src/contract/brand.ts';
import { session } from '../../shared/api.ts';

interface Contrast {
  readonly text_color: string;
  readonly link_color: string;
  readonly text_contrast: string;
  readonly edge_contrast: string;
  readonly needs_edge: boolean;
}

interface Preview {
  readonly html: string;
  /** Null without a color. */
  readonly contrasts: { readonly light: Contrast; readonly dark: Contrast } | null;
}

export interface PreviewChoice {
  readonly page: PreviewPage;
  readonly scheme: 'light' | 'dark';
  readonly locale: string;
}

export function previewOf(
  project: string,
  choice: PreviewChoice,
  values: Readonly<Record<string, string>>,
) {
  return queryOptions({
    queryKey: ['project', project, 'brand-preview', choice, values],
    queryFn: () => session<Preview>('GET', '/brand-preview', { project, ...choice, ...values }),
    staleTime: 60_000,
  });
}

export function contrastsOf(project: string, color: string) {
  const choice = { page: 'open', scheme: 'light', locale: 'en' } as const;
  return previewOf(project, choice, { accent_color: color });
}
