import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { PageUse } from './page-view.tsx'

/** Copies the text of a page, and says whether it could be. */
export function useCopiedPage(): PageUse {
  const { t } = useTexts()
  const toasts = useToasts()
  return {
    label: t('library.pages.copy'),
    async run({ text }) {
      if (text.trim() === '') {
        toasts.show('error', t('library.pages.noText'))
        return
      }
      try {
        await navigator.clipboard.writeText(text)
        toasts.show('success', t('library.pages.copied'))
      } catch {
        toasts.show('error', t('library.pages.copyFailed'))
      }
    },
  }
}
