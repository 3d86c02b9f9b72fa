import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { FileDanger } from '#features/documents/contract.ts'

/** Says what in a file can harm its readers, before it is served to them; nothing when there is nothing. */
export function DangerWarning({ dangers }: { dangers: readonly FileDanger[] }) {
  const { t, format } = useTexts()
  if (dangers.length === 0) return null
  return (
    <p role="alert">
      {t('library.publish.warning', {
        dangers: format.list(dangers.map((danger) => t(`library.dangers.${danger}`))),
      })}
    </p>
  )
}
