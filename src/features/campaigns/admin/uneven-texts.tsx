import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { CampaignDraft } from '#features/campaigns/contract.ts'
import { languageNames } from '#shared/languages.ts'
import { listUneven } from './campaign-form.ts'

const explanations = {
  button: 'campaigns.text.noButton',
  link: 'campaigns.text.noLink',
  picture: 'campaigns.text.noPicture',
  moreButton: 'campaigns.text.noMoreButton',
} as const

/** The notices about languages that lack a button, links or pictures of the others. They keep nobody from sending. */
export function UnevenTexts({ draft }: { draft: Pick<CampaignDraft, 'texts'> }) {
  const { t, format } = useTexts()
  return listUneven(draft).map(({ extra, languages }) => (
    <Notice key={extra}>
      {t(explanations[extra], { list: format.list(languages.map((language) => languageNames[language])) })}
    </Notice>
  ))
}
