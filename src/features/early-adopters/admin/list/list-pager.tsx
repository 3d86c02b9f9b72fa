import { Button } from '@mantine/core'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/early-adopters.module.css'
import { describePage } from './list-query.ts'

interface ListPagerProps {
  page: number
  total: number
  onPage: (page: number) => void
}

/** Which rows are shown of how many, and the way to the others. */
export function ListPager({ page, total, onPage }: ListPagerProps) {
  const { t, format } = useTexts()
  const { from, to, pages } = describePage(page, total)
  const range = {
    from: format.number(from),
    to: format.number(to),
    total: format.number(total),
    count: total,
  }
  return (
    <nav className={styles.pager} aria-label={t('pager.label')}>
      <p role="status">{page <= pages ? t('people.range', range) : t('pager.beyond')}</p>
      {(pages > 1 || page > pages) && (
        <div className={styles.pages}>
          <Button variant="default" disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, pages))}>
            {t('pager.previous')}
          </Button>
          {page <= pages && (
            <span>{t('pager.page', { page: format.number(page), pages: format.number(pages) })}</span>
          )}
          <Button variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {t('pager.next')}
          </Button>
        </div>
      )}
    </nav>
  )
}
