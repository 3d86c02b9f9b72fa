import { Button } from '@mantine/core'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { documentDescriptionVariables } from '#features/seo/templates/model.ts'

type Variable = (typeof documentDescriptionVariables)[number]

interface VariableButtonsProps {
  names: readonly Variable[]
  /** Adds a variable, as it is written in a template. */
  onInsert: (text: string) => void
}

/** Adds the variables of a template by their names in the language of the panel. */
export function VariableButtons({ names, onInsert }: VariableButtonsProps) {
  const { t } = useTexts()
  return (
    <ButtonRow>
      {names.map((name) => (
        <Button
          key={name}
          variant="default"
          size="compact-sm"
          aria-label={t('seo.documents.insert', { name: t(`seo.documents.variables.${name}`) })}
          onClick={() => onInsert(`{{${name}}}`)}
        >
          + {t(`seo.documents.variables.${name}`)}
        </Button>
      ))}
    </ButtonRow>
  )
}
