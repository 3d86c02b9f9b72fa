import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useHasMailServer } from '#features/mail/admin/parts/use-has-mail-server.ts'
import { sentKey } from './sent-texts.ts'

/** The texts of the panel, none of which says that a link was sent where it is in the outbox. */
export function useSentTexts(): ReturnType<typeof useTexts> {
  const texts = useTexts()
  const hasMailServer = useHasMailServer()
  return { ...texts, t: (key, variables) => texts.t(sentKey(key, hasMailServer), variables) }
}
