import { robotsLimit } from '#features/seo/model.ts'
import { defineSetting } from '#shared/setting.ts'
import { linesText } from '#shared/text.ts'
import { readGroups } from './model.ts'

const isWithout = (fault: string) => (own: string) => readGroups(own).fault !== fault

/** The team's own rules for crawlers, beside those that every crawler has. */
export const robotsRules = defineSetting('robotsRules', {
  schema: linesText(robotsLimit)
    .refine(isWithout('robots_line_invalid'), 'robots_line_invalid')
    .refine(isWithout('robots_without_agent'), 'robots_without_agent')
    .refine(isWithout('robots_blocks_site'), 'robots_blocks_site'),
  default: '',
  readableBy: 'editor',
})
