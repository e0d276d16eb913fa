/** A company that carries parcels; `link` is the address of its tracking page with `{tracking}` in it, null when it has none. */
export interface Carrier {
  name: string;
  link: string | null;
}

/** Makes the address where a parcel is found; null for a carrier without such a page, and while carrier or number are unknown. */
export function trackingUrl(
  carriers: readonly Carrier[],
  { carrier, trackingNumber }: { carrier: string | null; trackingNumber: string | null },
): string | null {
  if (carrier === null || trackingNumber === null) return null;
  const link = carriers.find(({ name }) => name.toLowerCase() === carrier.toLowerCase())?.link ?? null;
  return link === null
    ? null
    : link.replaceAll('{tracking}', encodeURIComponent(trackingNumber.toWellFormed()));
}

/** Reads `Name=https://…{tracking}…` or `Name`; null for anything else. */
export function readCarrier(text: string): Carrier | null {
  const [, name = '', link = ''] = /^([^=]{1,60}?)\s*(?:=\s*(.*))?$/.exec(text.trim()) ?? [];
  if (name === '') return null;
  if (link === '') return text.includes('=') ? null : { name, link: null };
  const fits = /^https:\/\/\S{1,500}$/.test(link) && URL.canParse(link) && link.includes('{tracking}');
  return fits ? { name, link } : null;
}
