// What a check of a project's own domain can find. The texts are in `locales/*/projects.json`.

export const DOMAIN_PROBLEMS = [
  /** No answer, with the reason of `events/guarded-post.ts`. */
  'unreachable',
  /** With the status of HTTP. */
  'redirects',
  /** Another service or instance answers. With the status of HTTP. */
  'foreign',
  /** A proxy sends another `Host`. With that host. */
  'host_changed',
] as const;

export type DomainProblem = (typeof DOMAIN_PROBLEMS)[number];
