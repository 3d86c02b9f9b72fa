import { Button } from '@mantine/core'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/mail/admin/metrics/metrics.module.css'

/** How many rows a page of a list has. */
export const pageSize = 50

interface ListPagerProps {
  page: number
  total: number
  onPage: (page: number) => void
}

/** Which rows are shown of how many, and the way to the others. */
export function ListPager({ page, total, onPage }: ListPagerProps) {
  const { t, format } = useTexts()
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const range = {
    from: format.number(Math.min(total, (page - 1) * pageSize + 1)),
    to: format.number(Math.min(total, page * pageSize)),
    total: format.number(total),
  }
  return (
    <nav className={styles.pager} aria-label={t('pager.label')}>
      <p role="status">{t('pager.range', range)}</p>
      {pages > 1 && (
        <div>
          <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('pager.previous')}
          </Button>
          <Button variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {t('pager.next')}
          </Button>
        </div>
      )}
    </nav>
  )
}
