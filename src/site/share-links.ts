export interface SocialLink {
  network: string
  url: string
}

// Each takes the address of a page and needs no account of the team.
const shareAddresses: readonly [network: string, address: string, urlField: string, titleField?: string][] = [
  ['LinkedIn', 'https://www.linkedin.com/sharing/share-offsite/', 'url'],
  ['X', 'https://x.com/intent/post', 'url', 'text'],
  ['Telegram', 'https://t.me/share/url', 'url', 'text'],
  ['Reddit', 'https://www.reddit.com/submit', 'url', 'title'],
]

/** The links to share a page. */
export function listShareLinks(pageUrl: string, title: string): SocialLink[] {
  return shareAddresses.map(([network, address, urlField, titleField]) => {
    const query = [`${urlField}=${encodeURIComponent(pageUrl)}`]
    if (titleField) query.push(`${titleField}=${encodeURIComponent(title)}`)
    return { network, url: `${address}?${query.join('&')}` }
  })
}
