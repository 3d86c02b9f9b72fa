import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { CampaignProgress } from '#features/campaigns/contract.ts'
import styles from './campaigns.module.css'
import { countEnded } from './describe.ts'

/** The share of a campaign's mails that have reached a final status, as a progress bar. */
export function CampaignBar({ progress }: { progress: CampaignProgress }) {
  const { t, format } = useTexts()
  const ended = countEnded(progress)
  const said = t('campaigns.run.progress', {
    done: format.number(ended),
    total: format.number(progress.total),
  })
  return (
    <div className={styles.progress}>
      <ProgressBar label={t('campaigns.run.title')} value={ended} max={progress.total} text={said} />
      <p>{said}</p>
    </div>
  )
}
