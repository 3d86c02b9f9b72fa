/** A link's address as it is stored, or why it cannot be one. */
export type LinkAddress = { href: string } | { fault: 'empty' | 'scheme' | 'malformed' }

const mail = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:.]+$/
const phone = /^\+?[\d\s().-]{6,20}$/

/** Reads what someone typed as the address of a link: the scheme may be left out. */
export function readLinkAddress(typed: string): LinkAddress {
  const value = typed.trim()
  if (value === '') return { fault: 'empty' }
  if (/^(#|\/(?![/\\]))\S*$/.test(value)) return { href: value }
  if (mail.test(value)) return { href: `mailto:${value}` }
  if (phone.test(value)) return { href: `tel:${value.replace(/[^\d+]/g, '')}` }
  const scheme = /^([a-z][a-z\d+.-]*):(?!\d)/i.exec(value)?.[1]?.toLowerCase()
  if (scheme === 'mailto')
    return mail.test(value.slice(7).split('?')[0] ?? '') ? { href: value } : { fault: 'malformed' }
  if (scheme === 'tel') return phone.test(value.slice(4)) ? { href: value } : { fault: 'malformed' }
  if (scheme && scheme !== 'http' && scheme !== 'https') return { fault: 'scheme' }
  const url = URL.parse(scheme ? value : `https://${value.replace(/^\/\//, '')}`)
  if (!url || /[\s\\]/.test(value) || !isHost(url.hostname) || url.username || url.password)
    return { fault: 'malformed' }
  return { href: url.href }
}

function isHost(name: string): boolean {
  return /^[^.]+(\.[^.]+)*\.[^.\d][^.]+$/.test(name) || /^\d+(\.\d+){3}$/.test(name) || name === 'localhost'
}
