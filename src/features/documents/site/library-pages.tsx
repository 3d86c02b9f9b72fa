import type { Library, LibraryChoice } from '#features/documents/contract.ts'
import type { PageInput } from '#site/contract.ts'
import { formatNumeral } from '#ui/typesetting.ts'
import { addressOf } from './library-address.ts'
import { listPageNumbers } from './page-numbers.ts'

interface LibraryPagesProps {
  input: PageInput
  library: LibraryChoice & Pick<Library, 'pages'>
}

/** The links to the pages of the list; nothing where there is one. */
export function LibraryPages({ input, library }: LibraryPagesProps) {
  const { language, t } = input
  const { page, pages } = library
  if (pages === 1) return null
  const hrefOf = (number: number) => addressOf({ ...library, page: number }, input)
  return (
    <nav className="pages" aria-label={t('documents:paging.label')}>
      {page > 1 && (
        <a href={hrefOf(page - 1)} rel="prev">
          {t('documents:paging.previous')}
        </a>
      )}
      <ol>
        {listPageNumbers(page, pages).map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no name of their own and never change places
          <li key={index}>
            {one === 'gap' ? (
              '…'
            ) : (
              <a
                href={hrefOf(one)}
                aria-label={t('documents:paging.page', { number: formatNumeral(one, language) })}
                aria-current={one === page ? 'page' : undefined}
              >
                {formatNumeral(one, language)}
              </a>
            )}
          </li>
        ))}
      </ol>
      {page < pages && (
        <a href={hrefOf(page + 1)} rel="next">
          {t('documents:paging.next')}
        </a>
      )}
    </nav>
  )
}
