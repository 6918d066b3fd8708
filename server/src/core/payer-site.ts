// Where the payers of a project find its pages: on its own domain once that is verified, or else at the public URL.

/** Verified domains only. Replaced as a whole. */
export interface PayerDomains {
  readonly ofProject: ReadonlyMap<string, string>;
  readonly projectAt: ReadonlyMap<string, string>;
}

interface Sites {
  readonly publicUrl: { readonly value: string };
  readonly payerDomains: { readonly current: PayerDomains };
}

/** Without a trailing slash. */
export function payerSite({ publicUrl, payerDomains }: Sites, projectId: string): string {
  const domain = payerDomains.current.ofProject.get(projectId);
  return domain === undefined ? publicUrl.value : siteAt(publicUrl.value, domain);
}

/** Scheme, port and path are those of the public URL: the same proxy serves both. */
export function siteAt(publicUrl: string, domain: string): string {
  return publicUrl.replace(/^(https?:\/\/)(\[[^\]]*\]|[^/:]*)/, (_, scheme) => scheme + domain);
}

/** `stored` if it is not an address at the public URL. Stored addresses are, so that they outlive a domain. */
export function onPayerSite(sites: Sites, projectId: string, stored: string | null): string | null {
  const { value } = sites.publicUrl;
  if (stored === null || !stored.startsWith(`${value}/`)) return stored;
  return payerSite(sites, projectId) + stored.slice(value.length);
}

/** `host` is the header of the request. Null: not the domain of a project. */
export function projectAtHost(
  { payerDomains }: Pick<Sites, 'payerDomains'>,
  host = '',
): string | null {
  const { projectAt } = payerDomains.current;
  return projectAt.size === 0 ? null : (projectAt.get(hostName(host)) ?? null);
}

/** Without a port and the dot at the end of an absolute name. */
export function hostName(host: string): string {
  return host.toLowerCase().replace(/\.?(:\d*)?$/, '');
}
