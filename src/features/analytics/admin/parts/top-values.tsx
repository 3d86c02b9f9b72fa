import { Link } from 'react-router'
import { RangeBar } from '#admin/kit/chart/range-bar.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { DataTable } from '#admin/kit/list/data-table.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { ListedDimension, VisitFigures } from '#features/analytics/contract.ts'
import { unknownCountry } from '#shared/regions.ts'
import type { Shown } from './shown.ts'
import { useAddressOf, useShown } from './shown-context.tsx'
import { ValueName } from './value-name.tsx'
import styles from './visits.module.css'

type Values = NonNullable<VisitFigures['top'][keyof VisitFigures['top']]>

/** What is shown, narrowed to a value. */
function narrow(shown: Shown, dimension: ListedDimension, value: string): Shown {
  const named = dimension === 'country' && value === '' ? unknownCountry : value
  return { ...shown, filters: { ...shown.filters, [dimension]: named } }
}

/** The commonest values of a dimension, each with its visits as a share of the first. A value narrows the screen to it. */
export function TopValues({ dimension, values }: { dimension: ListedDimension; values: Values }) {
  const { t, format } = useTexts()
  const shown = useShown()
  const addressOf = useAddressOf()
  const title = t(`visits.top.${dimension}`)
  const most = Math.max(1, ...values.map(({ visits }) => visits))
  return (
    <Panel title={title} size="small">
      <DataTable
        caption={title}
        cardsBelow="never"
        rows={values}
        keyOf={({ value }) => value}
        columns={[
          {
            key: 'value',
            label: <VisuallyHidden>{title}</VisuallyHidden>,
            isRowHeader: true,
            cell: ({ value, visits }) => (
              <>
                <Link
                  className={styles.value}
                  to={addressOf(narrow(shown, dimension, value))}
                  preventScrollReset
                >
                  <ValueName dimension={dimension} value={value} />
                  <VisuallyHidden>{t('visits.filters.narrow')}</VisuallyHidden>
                </Link>
                <RangeBar least={visits / most} most={visits / most} isThin />
              </>
            ),
          },
          {
            key: 'visits',
            label: t('visits.visits'),
            width: '5rem',
            cell: ({ visits }) => format.number(visits),
          },
          {
            key: 'views',
            label: t('visits.views'),
            width: '5rem',
            cell: ({ views }) => format.number(views),
          },
        ]}
      />
    </Panel>
  )
}
