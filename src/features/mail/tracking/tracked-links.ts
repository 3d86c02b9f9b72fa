import { mailPaths } from '#features/mail/model.ts'
import { hiddenLink, type MailLinks } from './links.ts'

interface TrackingOptions {
  mailId: string
  /** The targets that were stored when the mail was composed before: each link keeps its place. */
  known: readonly string[]
  /** Links that are not replaced because they authenticate the reader. */
  untracked: readonly (string | null)[]
  links: MailLinks
  publicUrl: string
}

const linkPattern = /(<a\b[^>]*?\shref=")(https?:\/\/[^"]*)(")/gi

/** The targets that `trackLinks` returns for a mail without stored ones. */
export function listLinks(html: string, untracked: TrackingOptions['untracked']): string[] {
  const targets = [...html.matchAll(linkPattern)].map(([, , address = '']) => unescapeAttribute(address))
  return [...new Set(targets)].filter((target) => !untracked.includes(target)).slice(0, hiddenLink)
}

/** Replaces a mail's links by tracked ones, which record the click and redirect, and adds the pixel. */
export function trackLinks(html: string, options: TrackingOptions): { html: string; targets: string[] } {
  const { mailId, known, untracked, links, publicUrl } = options
  const targets = [...known]
  const addressOf = (index: number) =>
    `${publicUrl}${mailPaths.click}${links.signLink('click', mailId, index)}`
  const tracked = html.replace(linkPattern, (whole, before: string, address: string, after: string) => {
    const target = unescapeAttribute(address)
    if (untracked.includes(target)) return whole
    let index = targets.indexOf(target)
    if (index < 0 && targets.length < hiddenLink) index = targets.push(target) - 1
    return index < 0 ? whole : `${before}${addressOf(index)}${after}`
  })
  const pixel = `<img src="${publicUrl}${mailPaths.open}${links.signLink('open', mailId)}" alt="" width="1" height="1" style="display:block;width:1px;height:1px;border:0">`
  // No reader can see or reach it, so only a machine follows it.
  const trap = `<a href="${addressOf(hiddenLink)}" aria-hidden="true" tabindex="-1" style="display:none"></a>`
  const end = tracked.lastIndexOf('</body>')
  const at = end < 0 ? tracked.length : end
  return { html: `${tracked.slice(0, at)}${trap}${pixel}${tracked.slice(at)}`, targets }
}

/** The HTML as it was before `trackLinks`, so that viewing a mail in the admin is not counted. */
export function untrackLinks(
  html: string,
  { links, targets, publicUrl }: { links: MailLinks; targets: readonly string[]; publicUrl: string },
): string {
  const open = `${publicUrl}${mailPaths.open}`
  const click = `${publicUrl}${mailPaths.click}`
  return html
    .replace(/<img src="([^"]*)"[^>]*>/g, (whole, address: string) => (address.startsWith(open) ? '' : whole))
    .replace(/<a [^>]*aria-hidden="true" tabindex="-1" style="display:none"><\/a>/g, '')
    .replace(linkPattern, (whole, before: string, address: string, after: string) => {
      if (!address.startsWith(click)) return whole
      const link = links.readLink('click', address.slice(click.length))
      const target = link && targets[link.index]
      return target === undefined ? whole : `${before}${escapeAttribute(target)}${after}`
    })
}

const escapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const characters: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'", '#39': "'" }

const escapeAttribute = (text: string) => text.replace(/[&"<>]/g, (character) => escapes[character] ?? '')
const unescapeAttribute = (text: string) =>
  text.replace(/&(amp|quot|lt|gt|#x27|#39);/g, (_, name: string) => characters[name] ?? '')
