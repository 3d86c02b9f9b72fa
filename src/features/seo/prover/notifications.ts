import { z } from 'zod'
import { seoPermissions } from '#features/seo/permissions.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'
import type { NotificationSource, NotificationType } from '#shared/notifications/type.ts'
import { ruleCodes } from './contract.ts'

const FoundData = z.object({ number: z.int(), worst: z.enum(ruleCodes) })
type FoundData = z.infer<typeof FoundData>

/** A check of the site's pages has found what was not there before. */
export const seoFound: NotificationType<FoundData> = {
  name: 'seo.found',
  permission: seoPermissions.check,
  schema: FoundData,
  mail: 'daily',
  isAlarming: true,
}

interface SeoNotificationOptions {
  translator(language: Language): Translate
}

/** What the team is told about how search engines see the site. */
export function createSeoNotifications({
  translator,
}: SeoNotificationOptions): readonly NotificationSource[] {
  const found: NotificationSource<FoundData> = {
    type: seoFound,
    describe(told, language) {
      const t = translator(language)
      return told.map(({ data, count }) => ({
        variables: {
          number: String(data?.number ?? count),
          worst: data ? t(`site-check:siteCheck.rules.${data.worst}.title`) : '',
        },
        path: '/admin/seo?view=findings',
      }))
    },
  }
  return [found]
}
