// Limits of a merchant's brand that the contract and its readers share.

export const appearances = ['automatic', 'light', 'dark'] as const;
export type Appearance = (typeof appearances)[number];

export const LOGO_BYTES_MAX = 262_144;
/** Base64 has four characters for three bytes. */
export const LOGO_TEXT_MAX = Math.ceil(LOGO_BYTES_MAX / 3) * 4;
