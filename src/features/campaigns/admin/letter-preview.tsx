import { useDebouncedValue } from '@mantine/hooks'
import type { CampaignText } from '#features/campaigns/contract.ts'
import { MailPreview } from '#features/mail/admin/parts/mail-preview.tsx'
import type { Language } from '#shared/languages.ts'
import { useLetterPreview } from './use-campaigns.ts'

/** A letter as its readers get it, made anew when the writing rests. */
export function LetterPreview({ language, text }: { language: Language; text: CampaignText }) {
  const [settled] = useDebouncedValue(text, 500)
  const { data, error, isFetching, refetch } = useLetterPreview({ language, text: settled })
  return (
    <MailPreview
      mail={data}
      language={language}
      isMaking={isFetching}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
