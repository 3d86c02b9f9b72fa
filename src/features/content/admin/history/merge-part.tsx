import { Box, Flex } from '@mantine/core'
import { type ReactNode, useId, useMemo } from 'react'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { RichElement } from '#features/content/admin/diff/rich-tree.ts'
import { compareTexts } from '#features/content/admin/diff/text-difference.ts'
import { BlocksDifference, WordDifference } from '#features/content/admin/diff/text-difference-view.tsx'
import type { TextFields } from '#features/content/admin/drafts/edits.ts'
import type { Language } from '#shared/languages.ts'
import styles from './merge.module.css'
import type { Choice, MergePart, SearchField } from './merge.ts'
import { fieldLabels } from './version-dialog.tsx'

const choiceLayout = { gap: '0.6rem', align: 'center', mih: '2rem', c: 'bright' }

interface PartProps {
  kind: MergePart['kind']
  number: number
  total: number
  /** Who saved the other text; undefined for the user's own save in another window. */
  name: string | undefined
  language: Language
  choice: Choice | undefined
  /** Whether undecided changes are marked. */
  isAsking: boolean
  onChoose: (choice: Choice) => void
}

/** One change to the text: both versions, and the choice between them. */
export function MergeTextPart({ part, ...props }: Omit<PartProps, 'kind'> & { part: MergePart }) {
  const { base, mine, theirs } = part
  const side = (blocks: RichElement[]) => <Side base={base} blocks={blocks} language={props.language} />
  return (
    <Part
      {...props}
      kind={part.kind}
      mine={side(mine)}
      theirs={side(theirs)}
      offersBoth={mine.length > 0 && theirs.length > 0}
    />
  )
}

function Side({
  base,
  blocks,
  language,
}: {
  base: RichElement[]
  blocks: RichElement[]
  language: Language
}) {
  const { t } = useTexts()
  const differences = useMemo(() => compareTexts(base, blocks, language), [base, blocks, language])
  return (
    <>
      {blocks.length === 0 && <Hint>{t('history.merge.nothing')}</Hint>}
      <BlocksDifference differences={differences} language={language} />
    </>
  )
}

interface FieldPartProps extends PartProps {
  field: SearchField
  base: TextFields
  mine: TextFields
  theirs: TextFields
}

/** The same for a search field. */
export function MergeFieldPart({ field, base, mine, theirs, ...props }: FieldPartProps) {
  const { t } = useTexts()
  const side = (fields: TextFields) => (
    <p>
      {fields[field] === '' && (
        <Box component="span" c="dimmed">
          {t('history.merge.emptyField')}
        </Box>
      )}
      <WordDifference before={base[field]} after={fields[field]} language={props.language} />
    </p>
  )
  return (
    <Part
      {...props}
      heading={t(fieldLabels[field])}
      mine={side(mine)}
      theirs={side(theirs)}
      offersBoth={false}
    />
  )
}

interface FrameProps extends PartProps {
  heading?: string
  mine: ReactNode
  theirs: ReactNode
  offersBoth: boolean
}

function Part(props: FrameProps) {
  const { kind, number, total, name, choice, isAsking, onChoose, heading, mine, theirs, offersBoth } = props
  const { t, format } = useTexts()
  const id = useId()
  const isUndecided = choice === undefined
  function describeKind() {
    if (kind === 'same') return ''
    if (kind === 'mine' || name !== undefined) return t(`history.merge.kind.${kind}`, { name: name ?? '' })
    return t(kind === 'theirs' ? 'history.merge.kind.theirsSelf' : 'history.merge.kind.conflictSelf')
  }
  const radio = (own: Choice) => (
    <input
      id={`${id}-${own}`}
      type="radio"
      name={id}
      checked={choice === own}
      aria-describedby={isAsking && isUndecided ? `${id}-error` : undefined}
      onChange={() => onChoose(own)}
    />
  )
  return (
    <fieldset data-undecided={isUndecided || undefined}>
      <Flex component="legend" wrap="wrap" gap="0 0.9rem" w="100%" pb="0.5rem">
        <Box component="b" fw={600}>
          {t('history.merge.change', { number: format.number(number), total: format.number(total) })}
        </Box>{' '}
        {heading && (
          <Box component="b" fw={600}>
            {heading}
          </Box>
        )}{' '}
        <Box component="span" c={kind === 'conflict' ? 'var(--seal-text)' : 'dimmed'}>
          {describeKind()}
        </Box>
      </Flex>
      <div className={styles.sides} data-kind={kind}>
        {(['mine', 'theirs'] as const).map((side) => (
          <div
            key={side}
            className={styles.side}
            data-side={side}
            data-chosen={choice === side || choice === 'both'}
          >
            <Flex component="label" htmlFor={`${id}-${side}`} {...choiceLayout} fw={600}>
              {radio(side)}
              {t(side === 'mine' ? 'history.merge.mine' : 'history.merge.theirs')}
            </Flex>
            {side === 'mine' ? mine : theirs}
          </div>
        ))}
      </div>
      {offersBoth && (
        <Flex component="label" htmlFor={`${id}-both`} {...choiceLayout} mt="0.5rem">
          {radio('both')}
          {t('history.merge.both')}
        </Flex>
      )}
      {isAsking && isUndecided && (
        <Hint isError id={`${id}-error`}>
          {t('history.merge.choose')}
        </Hint>
      )}
    </fieldset>
  )
}
