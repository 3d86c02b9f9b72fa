import { Button } from '@mantine/core'
import { describeError } from '#admin/kit/api/errors.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Notice } from './notice.tsx'

interface LoadFailureProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
  title?: string
  /** The sentence that names the reason; without it the reason stands alone. */
  describe?: (reason: string) => string
}

/** Says that something could not be fetched, and tries again when asked to. */
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
