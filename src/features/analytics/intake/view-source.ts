/** Where a view came from. Empty texts for what is not known. */
export interface ViewSource {
  /** The host name of the other site, without `www.`. */
  source: string
  utmSource: string
  utmMedium: string
  utmCampaign: string
  utmTerm: string
  utmContent: string
}

// Longer values are no names that a team has given to a campaign.
const longest = 100

/**
 * The source of a view, from the address of the page that linked to it and from its own query. Of the other page, only the
 * host name is kept. Links within the site are no source.
 */
export function readViewSource(referrer: string, query: string, ownHosts: readonly string[]): ViewSource {
  const parameters = new URLSearchParams(query)
  const read = (name: string) => clean(parameters.get(`utm_${name}`) ?? '')
  return {
    source: isInternal(referrer, ownHosts) ? '' : hostOf(referrer).replace(/^www\./, ''),
    utmSource: read('source'),
    utmMedium: read('medium'),
    utmCampaign: read('campaign'),
    utmTerm: read('term'),
    utmContent: read('content'),
  }
}

/** Whether the linking page is one of our own. */
export function isInternal(referrer: string, ownHosts: readonly string[]): boolean {
  return ownHosts.includes(hostOf(referrer))
}

function hostOf(address: string): string {
  return clean(URL.parse(address)?.hostname ?? '')
}

function clean(value: string): string {
  // PostgreSQL stores no NUL, and half a surrogate pair is no text.
  return value.replaceAll('\0', '').toWellFormed().trim().slice(0, longest).toWellFormed()
}
