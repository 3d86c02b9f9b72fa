import { Button } from '@mantine/core'
import { describeError } from '#admin/kit/api/errors.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Notice } from './notice.tsx'

interface LoadFailureProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
  title?: string
  /** Makes a message of the reason; by default the reason alone is shown. */
  describe?: (reason: string) => string
}

/** The message that something could not be loaded, with a button to retry. */
export function LoadFailure({ query, title, describe = (reason) => reason }: LoadFailureProps) {
  const { t } = useTexts()
  return (
    <Notice
      kind="error"
      {...(title !== undefined && { title })}
      actions={
        <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      }
    >
      {describe(describeError(query.error, t))}
    </Notice>
  )
}
