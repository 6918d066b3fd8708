// Finds the methods of a path, for the response to an unsupported method (RFC 9110, 15.5.6: 405 with `Allow`). Fastify
// itself reports only that no route was found. Used by server.ts.
import type { FastifyInstance } from 'fastify';

export interface KnownRoutes {
  /** Sorted; empty when no route has this path. */
  methodsOf(target: string): readonly string[];
  /** Each path as registered, with its methods. */
  all(): readonly (readonly [url: string, methods: readonly string[]])[];
}

/** Records the routes registered from now on. */
export function knownRoutes(fastify: FastifyInstance): KnownRoutes {
  const methodsByUrl = new Map<string, Set<string>>();
  fastify.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set<string>();
    for (const name of [method].flat()) methods.add(name);
    methodsByUrl.set(url, methods);
  });
  return {
    methodsOf(target) {
      const [path = ''] = target.split('?', 1);
      const found = [...methodsByUrl].filter(([url]) => isOfRoute(path, url));
      return [...new Set(found.flatMap(([, methods]) => [...methods]))].sort();
    },
    all: () => [...methodsByUrl].map(([url, methods]) => [url, [...methods]] as const),
  };
}

/** Our routes have literal segments, `:name` for one segment, and `*` at the end for one or more. */
function isOfRoute(path: string, url: string): boolean {
  const wanted = url.split('/');
  const isOpen = wanted.at(-1) === '*';
  const given = path.split('/', wanted.length + 1);
  if (isOpen ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((segment, n) => {
    if (segment === '*') return given.slice(n).join('/') !== '';
    return segment.startsWith(':') ? given[n] !== '' : segment === given[n];
  });
}
