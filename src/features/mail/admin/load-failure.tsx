import { Button } from '@mantine/core'
import { describeError } from '#admin/kit/errors.ts'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/text-context.tsx'
import { addBuiltInTexts } from '#admin/kit/texts.ts'
import templateTexts from '../../../../locales/es/email-templates.json'

addBuiltInTexts(templateTexts)

interface LoadFailureProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** Says that something could not be fetched, and tries again when asked to. */
export function LoadFailure({ query }: LoadFailureProps) {
  const { t } = useTexts()
  return (
    <Notice
      kind="error"
      actions={
        <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      }
    >
      {t('emailTemplates.failed', { reason: describeError(query.error, t) })}
    </Notice>
  )
}
