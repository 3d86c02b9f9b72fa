import { useDebouncedValue } from '@mantine/hooks'
import type { CampaignText } from '#features/campaigns/contract.ts'
import { MailPreview } from '#features/mail/admin/parts/mail-preview.tsx'
import type { Language } from '#shared/languages.ts'
import { useCampaignPreview } from './use-campaigns.ts'

/** A campaign's mail as its readers get it, rendered again after a pause in typing. */
export function CampaignPreview({ language, text }: { language: Language; text: CampaignText }) {
  const [settled] = useDebouncedValue(text, 500)
  const { data, error, isFetching, refetch } = useCampaignPreview({ language, text: settled })
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
