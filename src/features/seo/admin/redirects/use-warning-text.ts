import { isolate } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { readable } from '#features/seo/admin/readable-address.ts'
import type { Redirect } from '#features/seo/redirects/contract.ts'

/** Returns a function that says what is odd about a redirect, and where it leads in the end. */
export function useWarningText() {
  const { t } = useTexts()
  return (warning: Redirect['warnings'][number], end: string | null | undefined): string => {
    if (warning !== 'chain') return t(`redirects.warnings.${warning}`)
    return end === null || end === undefined
      ? t('redirects.warnings.chainGone')
      : t('redirects.warnings.chain', { to: isolate(readable(end)) })
  }
}
