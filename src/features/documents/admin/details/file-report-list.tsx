import { Facts } from '#admin/kit/layout/facts.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { FileEntry, FileReport } from '#features/documents/contract.ts'
import styles from './details.module.css'

interface FileReportListProps {
  version: FileEntry
  report: FileReport
  isOpen: boolean
}

/** What was found in a file. */
export function FileReportList({ version, report, isOpen }: FileReportListProps) {
  const { t, format } = useTexts()
  const { dangers, metadata, is_tagged, is_signed, is_cleaned, outline } = report
  const facts = [
    { name: t('library.report.ownTitle'), value: metadata.title },
    { name: t('library.report.author'), value: metadata.author },
    { name: t('library.report.producer'), value: metadata.producer },
    { name: t('library.report.ownLanguage'), value: metadata.language },
  ].flatMap(({ name, value }) => (value === null ? [] : [{ name, value: <bdi>{value}</bdi> }]))
  return (
    <details className={styles.report} open={isOpen}>
      <summary>{t('library.report.title')}</summary>
      <ul>
        <li>
          {dangers.length === 0 ? (
            <State symbol="done">{t('library.report.safe')}</State>
          ) : (
            <State symbol="attention" isError>
              {t('library.report.unsafe', {
                dangers: format.list(dangers.map((danger) => t(`library.dangers.${danger}`))),
              })}
            </State>
          )}
        </li>
        <li>
          <State symbol={is_cleaned ? 'done' : 'none'}>
            {t(is_cleaned ? 'library.report.cleaned' : 'library.report.notCleaned')}
          </State>
        </li>
        <li>
          <State symbol={is_tagged ? 'done' : 'none'}>
            {t(is_tagged ? 'library.report.tagged' : 'library.report.notTagged')}
          </State>
        </li>
        {is_signed && (
          <li>
            <State symbol="done">{t('library.report.signed')}</State>
          </li>
        )}
        {version.is_current && (
          <li>
            <Reading version={version} />
          </li>
        )}
      </ul>
      {facts.length > 0 && <Facts facts={facts} layout="ruled" />}
      {outline.length > 0 && (
        <details className={styles.outline}>
          <summary>{t('library.report.outline')}</summary>
          <ol>
            {outline.map(({ title, page, level }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name of their own and never change places
              <li key={index} data-level={Math.min(level, 3)}>
                <bdi>{title}</bdi>
                {page !== null && <span>{format.number(page)}</span>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </details>
  )
}

/** How much of the text has been read for the search. */
function Reading({ version: { pages_read, page_count, is_read } }: { version: FileEntry }) {
  const { t, format } = useTexts()
  if (is_read) return <State symbol="done">{t('library.report.read')}</State>
  return (
    <State symbol="changing">
      {t('library.report.reading', {
        read: format.number(pages_read),
        pages: format.number(page_count ?? pages_read),
      })}
    </State>
  )
}
