import { z } from 'zod'
import type { SocialAccount } from '#features/social/accounts/contract.ts'
import {
  checkPost,
  type LimitFault,
  measureText,
  textLimitOf,
  titleLimitOf,
} from '#features/social/limits/model.ts'
import { platformLimits } from '#features/social/platforms/model.ts'
import { PostMedia, type SocialPost } from '#features/social/posts/contract.ts'
import { campaignOf, wallTimeAt, withCampaignParameters } from '#features/social/posts/model.ts'

/** What differs for one account. */
const Variant = z.object({
  /** Null where it says the same as the others. */
  text: z.string().nullable(),
  title: z.string(),
  target: z.record(z.string(), z.string()),
  /** The ids of files that this account does not get. */
  left_out: z.array(z.string()),
})
type Variant = z.infer<typeof Variant>

/** Posts that are being written together, one for each account. Drafts store it. */
export const Composition = z.object({
  account_ids: z.array(z.string()),
  text: z.string(),
  variants: z.record(z.string(), Variant),
  files: z.array(PostMedia),
  /** `2026-12-01T09:00`; empty while no time is chosen. */
  wall_time: z.string(),
  tracks_links: z.boolean(),
})
export type Composition = z.infer<typeof Composition>

const sameAsOthers: Variant = { text: null, title: '', target: {}, left_out: [] }

export const emptyComposition: Composition = {
  account_ids: [],
  text: '',
  variants: {},
  files: [],
  wall_time: '',
  tracks_links: true,
}

export const variantOf = ({ variants }: Composition, id: string): Variant => variants[id] ?? sameAsOthers

/** Whether an account has a text of its own. */
export const isDetached = (composition: Composition, id: string): boolean =>
  variantOf(composition, id).text !== null

export const textFor = (composition: Composition, id: string): string =>
  variantOf(composition, id).text ?? composition.text

export function filesFor(composition: Composition, id: string): PostMedia[] {
  const { left_out } = variantOf(composition, id)
  return composition.files.filter((file) => !left_out.includes(file.id))
}

export function changeVariant(composition: Composition, id: string, changes: Partial<Variant>): Composition {
  const variant = { ...variantOf(composition, id), ...changes }
  return { ...composition, variants: { ...composition.variants, [id]: variant } }
}

/** Changes what an account says: its own text where it has one, otherwise that of all that say the same. */
export function changeText(composition: Composition, id: string | undefined, text: string): Composition {
  if (id === undefined || !isDetached(composition, id)) return { ...composition, text }
  return changeVariant(composition, id, { text })
}

/** Adds a text below what an account says. */
export function addText(composition: Composition, id: string | undefined, added: string): Composition {
  const before = id === undefined ? composition.text : textFor(composition, id)
  return changeText(composition, id, before.trim() === '' ? added : `${before.trimEnd()}\n\n${added}`)
}

/** Moves a file one place towards the beginning or the end. */
export function shiftFile(composition: Composition, index: number, by: 1 | -1): Composition {
  const files = [...composition.files]
  const [file] = files.splice(index, 1)
  if (file) files.splice(Math.max(0, index + by), 0, file)
  return { ...composition, files }
}

export const withoutFile = (composition: Composition, id: string): Composition => ({
  ...composition,
  files: composition.files.filter((file) => file.id !== id),
})

export const describeFile = (
  composition: Composition,
  id: string,
  alternative_text: string,
): Composition => ({
  ...composition,
  files: composition.files.map((file) => (file.id === id ? { ...file, alternative_text } : file)),
})

// The posts get the id of their group when they are scheduled; that of any group is as long.
const someGroup = '00000000'

/** The text as it is published: links to the site may get the parameters of a campaign. */
export function publishedText(composition: Composition, account: AccountOfPost, siteOrigin: string): string {
  const text = textFor(composition, account.id).trim()
  if (!composition.tracks_links) return text
  const campaign = campaignOf(someGroup)
  return withCampaignParameters(text, { platform: account.platform, siteOrigin, campaign })
}

const hasVideo = (files: readonly PostMedia[]): boolean => files.some(({ kind }) => kind === 'video')

/** Whether an account has a field for a title: also where its post takes none, while there is one to remove. */
export function showsTitle(composition: Composition, account: AccountOfPost): boolean {
  const isFilm = hasVideo(filesFor(composition, account.id))
  const limit = titleLimitOf(platformLimits[account.platform], isFilm)
  return limit !== undefined && (limit.most > 0 || variantOf(composition, account.id).title !== '')
}

export type AccountOfPost = Pick<SocialAccount, 'id' | 'platform' | 'account_name'>

/** Why the platform of an account does not take what it would get; empty when it does. */
export function faultsOf(composition: Composition, account: AccountOfPost, siteOrigin: string): LimitFault[] {
  const { title, target } = variantOf(composition, account.id)
  return checkPost(platformLimits[account.platform], {
    text: publishedText(composition, account, siteOrigin),
    title: title.trim(),
    target,
    files: filesFor(composition, account.id).map((file) => ({
      ...file,
      alternativeText: file.alternative_text,
    })),
  })
}

/** How much more an account may say, in the unit in which its platform counts; negative where it says too much. */
export function roomFor(composition: Composition, account: AccountOfPost, siteOrigin: string): number {
  const files = filesFor(composition, account.id)
  const { unit, most } = textLimitOf(platformLimits[account.platform], files.length > 0, hasVideo(files))
  return most - measureText(publishedText(composition, account, siteOrigin), unit)
}

/** What one account gets, as the server takes it. */
function contentFor(composition: Composition, id: string) {
  const { title, target } = variantOf(composition, id)
  const chosen = Object.entries(target).map(([name, value]) => [name, value.trim()] as const)
  return {
    content: textFor(composition, id).trim(),
    title: title.trim(),
    target: Object.fromEntries(chosen.filter(([, value]) => value !== '')),
    files: filesFor(composition, id).map((file) => ({
      id: file.id,
      alternative_text: file.alternative_text.trim(),
    })),
  }
}

/** What is sent to schedule the posts of a composition, or to publish them now. */
export function orderOf(composition: Composition, timeZone: string, isNow = false) {
  return {
    time_zone: timeZone,
    wall_time: isNow ? null : composition.wall_time,
    tracks_links: composition.tracks_links,
    posts: composition.account_ids.map((id) => ({ account_id: id, ...contentFor(composition, id) })),
  }
}

/** What is sent to change a post that is scheduled already, or to publish it now. */
export function changeOf(composition: Composition, post: SocialPost, timeZone: string, isNow = false) {
  return {
    version: post.version,
    time_zone: timeZone,
    wall_time: isNow ? null : composition.wall_time,
    tracks_links: composition.tracks_links,
    ...contentFor(composition, post.account_id),
  }
}

/** A composition of a post, to change it or to write another like it. A copy has no time yet. */
export function compositionOf(post: SocialPost, timeZone: string, isCopy = false): Composition {
  const wallTime =
    post.time_zone === timeZone ? post.wall_time : wallTimeAt(new Date(post.scheduled_at), timeZone)
  return {
    account_ids: [post.account_id],
    text: post.content,
    variants: { [post.account_id]: { ...sameAsOthers, title: post.title, target: post.target } },
    files: post.media,
    wall_time: isCopy ? '' : wallTime,
    tracks_links: post.tracks_links,
  }
}

/** Whether there is something to lose. */
export const isUnwritten = ({ text, files, variants }: Composition): boolean =>
  text.trim() === '' &&
  files.length === 0 &&
  Object.values(variants).every(
    (variant) => (variant.text ?? '').trim() === '' && variant.title.trim() === '',
  )

export const isSame = (a: Composition, b: Composition): boolean => JSON.stringify(a) === JSON.stringify(b)
