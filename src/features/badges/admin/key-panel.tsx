import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './badges.module.css'
import { useBadgeActions, useSigningKeys } from './use-badges.ts'

/** The keys of the installation: which one signs, which ones signed before, and the way to a new one. */
export function KeyPanel() {
  const { t, format } = useTexts()
  const keys = useSigningKeys()
  const actions = useBadgeActions()
  const [isAsking, setAsking] = useState(false)
  const { isBusy, run } = useAction({ onSettled: () => setAsking(false) })
  const rotate = () => run(actions.rotateKeys, t('badges.keys.done'))

  return (
    <section className={styles.section} aria-labelledby="keys">
      <div className={styles.sectionHead}>
        <h2 id="keys">{t('badges.keys.title')}</h2>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('badges.keys.rotate')}
        </Button>
      </div>
      <p className={styles.hint}>{t('badges.keys.text')}</p>
      {keys.isPending && <Skeleton height={60} />}
      {keys.isError && !keys.data && <LoadFailure query={keys} />}
      {keys.data?.length === 0 && <p className={styles.hint}>{t('badges.keys.none')}</p>}
      <ul className={styles.keys}>
        {keys.data?.toReversed().map(({ id, created_at, retired_at }) => (
          <li key={id}>
            <code dir="ltr">{id}</code>
            <span>
              {retired_at
                ? t('badges.keys.retired', { from: format.date(created_at), to: format.date(retired_at) })
                : t('badges.keys.current', { from: format.date(created_at) })}
            </span>
          </li>
        ))}
      </ul>
      <Dialog opened={isAsking} onClose={() => setAsking(false)} title={t('badges.keys.askTitle')}>
        <p>{t('badges.keys.askText')}</p>
        <div className={styles.choices}>
          <Button loading={isBusy} onClick={rotate} data-autofocus>
            {t('badges.keys.rotate')}
          </Button>
          <Button variant="default" onClick={() => setAsking(false)}>
            {t('badges.award.cancel')}
          </Button>
        </div>
      </Dialog>
    </section>
  )
}
