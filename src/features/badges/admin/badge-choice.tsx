import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { BadgeDescription } from '#features/badges/contract.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import { BadgeSeal } from '#ui/badge-seal-picture.tsx'
import styles from './badges.module.css'
import type { BadgeLead } from './use-badges.ts'

interface BadgeChoiceProps {
  badges: BadgeDescription[]
  leads: readonly BadgeLead[]
  chosen: BadgeType | undefined
  disabled: boolean
  onChoose: (type: BadgeType) => void
}

/** The choice among the four badges; one that all chosen leads already have is disabled. */
export function BadgeChoice({ badges, leads, chosen, disabled, onChoose }: BadgeChoiceProps) {
  const { t, format } = useTexts()
  return (
    <fieldset disabled={disabled}>
      <legend>{t('badges.award.choose')}</legend>
      {badges.map(({ type, name, description }) => {
        const holders = leads.filter((lead) => lead.badges.includes(type)).length
        const isHeld = holders === leads.length
        return (
          <label key={type} className={styles.option}>
            <input
              type="radio"
              name="badge"
              value={type}
              checked={chosen === type}
              disabled={isHeld}
              onChange={() => onChoose(type)}
              aria-describedby={`badge-${type}`}
            />
            <BadgeSeal type={type} size={64} />
            <span>
              <b>{name}</b>
              <small id={`badge-${type}`}>
                {description}
                {holders > 0 && (
                  <em>
                    {isHeld
                      ? t('badges.award.heldByAll', { count: leads.length })
                      : t('badges.award.heldBySome', { count: holders, number: format.number(holders) })}
                  </em>
                )}
              </small>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
