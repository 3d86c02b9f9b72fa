import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'

/** Copies a text and says whether it could be. */
export function useCopy() {
  const { t } = useTexts()
  const toasts = useToasts()
  return async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show('success', t('secondFactor.copied'))
    } catch {
      toasts.show('error', t('secondFactor.copyFailed'))
    }
  }
}
