import { Audience, badgeChoices } from '#features/campaigns/contract.ts'
import type { LeadFilter } from '#features/early-adopters/saved-filters/contract.ts'
import { badgeTypes } from '#shared/badge-types.ts'

/** The audience that a saved filter of the list stands for; undefined when it narrows by what audiences cannot say. */
export function audienceOf(filter: LeadFilter): Audience | undefined {
  const { search, segment, badge, has_badge, language, kind, tag, ...others } = filter
  const { country, registered_from, registered_to, step, ...none } = others
  // A new filter of the list does not compile until it has a counterpart here.
  none satisfies Record<string, never>
  if (country || registered_from || registered_to || step) return undefined
  const held = has_badge === undefined ? [] : has_badge ? badgeTypes : ['none']
  return Audience.parse({
    search: search ?? '',
    segments: segment ? [segment] : [],
    languages: language ? [language] : [],
    kinds: kind ? [kind] : [],
    tags: tag ? [tag] : [],
    badges: badge ? [badge] : held,
  })
}

/** The filters of the list that stand for an audience; undefined when it takes more than they can say, or is everyone. */
export function filterOf(audience: Audience): LeadFilter | undefined {
  const { segments, languages, kinds, badges, tags, search, ...others } = audience
  const { lead_ids, except_campaign, unopened_campaign, ...none } = others
  // A new condition of audiences does not compile until it is told here whether a filter can say it.
  none satisfies Record<string, never>
  const holdsAny = badges.length === badgeChoices.length - 1 && !badges.includes('none')
  const isPlain = [segments, languages, kinds, tags, holdsAny ? [] : badges].every(
    (values) => values.length <= 1,
  )
  if (!isPlain || lead_ids.length > 0 || except_campaign || unopened_campaign) return undefined
  const [segment] = segments
  const [language] = languages
  const [kind] = kinds
  const [badge] = badges
  const [tag] = tags
  const words = search.trim()
  const filter: LeadFilter = {
    ...(words && { search: words }),
    ...(segment && { segment }),
    ...(language && { language }),
    ...(kind && { kind }),
    ...(tag && { tag }),
    ...(badge && (holdsAny || badge === 'none' ? { has_badge: holdsAny } : { badge })),
  }
  return Object.keys(filter).length > 0 ? filter : undefined
}

/** Whether anything is chosen, so that the audience is not everyone. */
export function isChosen(audience: Audience): boolean {
  return Object.values(audience).some((value) => value !== null && value.length > 0)
}
