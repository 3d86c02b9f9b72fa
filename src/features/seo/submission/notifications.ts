import { z } from 'zod'
import { seoPermissions } from '#features/seo/permissions.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'
import type { NotificationSource, NotificationType } from '#shared/notifications/type.ts'
import { engines, submissionFaults } from './contract.ts'
import { findAnswerName } from './model.ts'

const FailingData = z.object({
  engine: z.enum(engines),
  status: z.int().nullable(),
  fault: z.enum(submissionFaults).nullable(),
})
type FailingData = z.infer<typeof FailingData>

/** A search engine does not take what it is sent. */
export const submissionFailing: NotificationType<FailingData> = {
  name: 'seo.failing',
  permission: seoPermissions.submit,
  schema: FailingData,
  mail: 'daily',
  isAlarming: true,
}

interface SubmissionNotificationOptions {
  translator(language: Language): Translate
}

/** What the team is told about the submission to search engines. */
export function createSubmissionNotifications({
  translator,
}: SubmissionNotificationOptions): readonly NotificationSource[] {
  const failing: NotificationSource<FailingData> = {
    type: submissionFailing,
    describe(told, language) {
      const t = translator(language)
      return told.map(({ data }) => {
        const answer = (data && findAnswerName(data)) ?? 'answers.error'
        return {
          variables: {
            engine: data ? t(`submissions:submissions.names.${data.engine}`) : '',
            reason: t(`submissions:submissions.${answer}`),
          },
          path: '/admin/seo/tools',
        }
      })
    },
  }
  return [failing]
}
