// Why the signer is unavailable. The texts are in the catalog (locales/<language>/reasons.json).

export const SIGNER_AWAY_CODES = [
  'no_socket',
  'socket_world_writable',
  'no_response',
  'connection_failed',
  'signer_error',
  'not_a_signer',
  'journal_truncated',
  'no_seed',
  'socket_required',
  'not_configured',
] as const;

export type SignerAwayCode = (typeof SIGNER_AWAY_CODES)[number];
