// Texts for why a channel payment is held.

export function whyOf(
  t: { readonly illicit_resource: string; readonly channel_disabled: string },
  context: string | null,
): string {
  if (context === 'illicit_resource') return t.illicit_resource;
  return context === 'channel_disabled' ? t.channel_disabled : (context ?? '–');
}
