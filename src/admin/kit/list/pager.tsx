import { Button } from '@mantine/core'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './list.module.css'
import { describePage } from './page-range.ts'

interface PagerProps {
  /** What it is called where a screen has several lists. */
  label?: string
  page: number
  pageSize: number
  total: number
  /** Whether there may be more than `total`. */
  isMinimum?: boolean
  onPage: (page: number) => void
  /** The text about the shown entries, if it names their kind. */
  describe?: (range: { from: string; to: string; total: string; count: number }) => string
}

/** Which entries of a list are shown, and the buttons to the others. */
export function Pager({ page, pageSize, total, isMinimum = false, onPage, describe, label }: PagerProps) {
  const { t, format } = useTexts()
  const { from, to, pages } = describePage({ page, pageSize, total })
  const range = {
    from: format.number(from),
    to: format.number(to),
    total: isMinimum ? `${format.number(total)}+` : format.number(total),
    count: total,
  }
  const isBeyond = page > pages
  return (
    <nav className={styles.pager} aria-label={label ?? t('pager.label')}>
      <p role="status">{isBeyond ? t('pager.beyond') : (describe?.(range) ?? t('pager.range', range))}</p>
      {(pages > 1 || isBeyond) && (
        <div>
          <Button variant="default" disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, pages))}>
            {t('pager.previous')}
          </Button>
          {!isBeyond && (
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
