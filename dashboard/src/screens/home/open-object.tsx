// Leads to the screen of an object whose project the link does not name: plugins of shops link to invoices so.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { type Hit, linkOf } from '../../routes/found.ts';
import { operator } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { Failed, Loading, Page } from '../../shared/ui/page.tsx';

const route = getRouteApi('/app/open');

export function OpenObject() {
  const { id = '' } = route.useSearch();
  const t = useTexts('common');
  const { permissions, projects } = useMe();
  const places = permissions.includes('read') ? [undefined] : projects.map((one) => one.id);
  const search = useQuery({
    queryKey: ['open', id],
    queryFn: async ({ signal }) => {
      for (const project of places) {
        const hits: readonly Hit[] = await operator(
          'search.find',
          { text: id, project },
          { signal },
        );
        if (hits[0] !== undefined) return linkOf(hits[0]);
      }
      return null;
    },
  });
  if (search.isPending) return <Loading what={t.thePage} />;
  if (search.isError) return <Failed error={search.error} />;
  if (search.data !== null) return <Navigate {...search.data} replace />;
  return (
    <Page title={t.notFoundTitle}>
      <Text>{t.notFound}</Text>
    </Page>
  );
}
