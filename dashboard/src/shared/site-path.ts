// The path prefix under which a proxy serves the instance, as the service wrote it into the page: `/pay`, or empty.
const written =
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name="chaintill-path"]')?.content;

export const sitePath = written?.startsWith('/') ? written : '';
export const adminApi = `${sitePath}/admin/api`;
export const dashboardPath = `${sitePath}/dashboard`;
