import { Button } from '@mantine/core'
import { CheckField } from '#admin/kit/form/check-field.tsx'
import { SearchFilter } from '#admin/kit/list/filters.tsx'
import { useListQuery } from '#admin/kit/list/use-list-query.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './overview.module.css'
import { readShown, writeShown } from './overview-query.ts'
import type { usePages } from './use-site-check.ts'

/** Which pages are listed, and how many these are. The address says it too. */
export function PageFilter({ pages }: { pages: ReturnType<typeof usePages> }) {
  const { t, format } = useTexts()
  const { query, typed, type, change, clear } = useListQuery({
    read: (params) => ({ ...readShown(params), page: 1 }),
    write: ({ page: _, ...shown }) => writeShown(shown),
  })
  const isFiltered = typed !== '' || query.isFound
  return (
    <search className={styles.pageFilter}>
      <SearchFilter label={t('siteCheck.pages.search')} value={typed} onChange={type} />
      <CheckField
        label={t('siteCheck.pages.onlyFound')}
        checked={query.isFound}
        onChange={(isFound) => change({ isFound })}
      />
      {isFiltered && (
        <Button variant="subtle" onClick={() => clear({ isFound: false })}>
          {t('siteCheck.pages.clear')}
        </Button>
      )}
      <span role="status">
        {pages.data &&
          !pages.isPlaceholderData &&
          t('siteCheck.pages.number', { number: format.number(pages.total) })}
      </span>
    </search>
  )
}
