import { Link } from 'react-router'
import { CloseIcon } from '#admin/kit/icons.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { listActive } from './shown.ts'
import { useAddressOf, useShown } from './shown-context.tsx'
import { ValueName } from './value-name.tsx'
import styles from './visits.module.css'
import './texts.ts'

/** The values that the figures are narrowed to, each with a link that takes it back. */
export function ActiveFilters() {
  const { t } = useTexts()
  const shown = useShown()
  const addressOf = useAddressOf()
  const active = listActive(shown.filters)
  if (active.length === 0) return null
  return (
    <ul className={styles.filters} aria-label={t('visits.filters.label')}>
      {active.map((dimension) => {
        const { [dimension]: value = '', ...filters } = shown.filters
        const name = t(`visits.filters.names.${dimension}`)
        return (
          <li key={dimension}>
            <span>
              {name}: <ValueName dimension={dimension} value={value} />
            </span>
            <Link
              to={addressOf({ ...shown, filters })}
              preventScrollReset
              aria-label={t('visits.filters.remove', { name })}
            >
              <CloseIcon />
            </Link>
          </li>
        )
      })}
      {active.length > 1 && (
        <li data-plain>
          <Link to={addressOf({ ...shown, filters: {} })} preventScrollReset>
            {t('visits.filters.clear')}
          </Link>
        </li>
      )}
    </ul>
  )
}
