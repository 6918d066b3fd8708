// Handles `X-Forwarded-For` from proxies that append each client's port (Azure Application Gateway). Otherwise each
// connection would count as a different client, and no allowlist would match.

const IPV4_WITH_PORT = /^(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}):\d{1,5}$/;
const IPV6_IN_BRACKETS = /^\[([0-9a-f:.]{2,45})\](?::\d{1,5})?$/i;

/** No request passes through more proxies. The last entries come from the proxies nearest to this service. */
const ENTRIES_MAX = 100;

/** The last entries of the header, without ports and brackets. */
export function withoutPorts(header: string): string {
  return header
    .split(',')
    .slice(-ENTRIES_MAX)
    .map((entry) => {
      const address = entry.trim();
      const [, plain] = IPV4_WITH_PORT.exec(address) ?? IPV6_IN_BRACKETS.exec(address) ?? [];
      return plain ?? address;
    })
    .join(', ');
}
