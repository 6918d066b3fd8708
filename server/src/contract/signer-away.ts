// Why the signer is unavailable. The texts are in the catalog (locales/<language>/reasons.json).

export const SIGNER_AWAY_CODES = [
  'no_socket',
  'socket_open',
  'no_answer',
  'connection_failed',
  'signer_error',
  'not_a_signer',
  'journal_cut',
  'no_seed',
  'socket_needed',
  'not_configured',
] as const;

export type SignerAwayCode = (typeof SIGNER_AWAY_CODES)[number];
