import { useEffect } from 'react'
import { sampleLedgerPath } from '#features/badges/sample/model.ts'
import { RestoreButton } from '#features/badges/site/parts/form/restore-button.tsx'
import { Outcome } from '#features/badges/site/verification-steps.tsx'
import { formatNumeral } from '#ui/typesetting.ts'
import { type LedgerCheckOptions, useLedgerCheck } from './use-ledger-check.ts'
import { type EntryResult, isWhole } from './verify-ledger.ts'

export interface LedgerCheckProps extends LedgerCheckOptions {
  /** Where the button that puts everything back is added. */
  actions: Element
  /** Shows the results in the page's picture, and tells it in words. */
  draw: (results: readonly EntryResult[], words: PictureWords) => void
}

/** What the picture says once it shows the visitor's copy. */
export interface PictureWords {
  /** Above the copy. */
  heading: string
  caption: string
  /** For those who do not see it. */
  description: string
}

/** The check of the sample ledger with the visitor's amounts. */
export function LedgerCheck({ actions, draw, ...options }: LedgerCheckProps) {
  const { found, isChanged, restore } = useLedgerCheck(options)
  const { language, fields } = options
  const t = found?.texts.t
  const nameOf = (step: string | undefined) =>
    fields.find(({ name }) => name === step)?.labels?.[0]?.textContent ?? ''
  const index = found?.results.findIndex((result) => !isWhole(result)) ?? -1
  const broken = found?.results[index]
  const next = found?.results[index + 1]
  const step = nameOf(broken?.step)

  useEffect(() => {
    if (!found || !t) return
    draw(found.results, {
      heading: t('sample:ledger.copy'),
      caption: t('sample:ledger.caption'),
      description: t(`sample:ledger.${step ? 'broken' : 'intact'}.diagram`, { step }),
    })
  }, [found, t, step, draw])

  return (
    <>
      {found && (
        <ol className="verification-steps" data-short>
          {found.results.map((result, place) => (
            <li key={result.step} data-outcome={isWhole(result) ? 'passed' : 'failed'}>
              <span className="numeral" aria-hidden="true">
                {formatNumeral(place + 1, language)}
              </span>
              <b>{nameOf(result.step)}</b>
              <Outcome texts={found.texts.verification} outcome={isWhole(result) ? 'passed' : 'failed'} />
            </li>
          ))}
        </ol>
      )}
      <div className="verdict" data-verdict={broken ? 'invalid' : 'valid'} role="status">
        {t && (
          <>
            <h4>{t(`sample:ledger.${broken ? 'broken' : 'intact'}.title`, { step })}</h4>
            <p>
              {broken
                ? t('sample:ledger.broken.signature', { amount: broken.amount })
                : t('sample:ledger.intact.text')}
              {broken && next && ` ${t('sample:ledger.broken.link', { next: nameOf(next.step) })}`}
            </p>
          </>
        )}
      </div>
      {t && (
        <p>
          <a href={sampleLedgerPath}>{t('sample:section.file')}</a>
        </p>
      )}
      {t && isChanged && <RestoreButton t={t} actions={actions} onClick={restore} />}
    </>
  )
}
