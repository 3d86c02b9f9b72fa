import { Box } from '@mantine/core'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Rows } from '#admin/kit/layout/rows.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import differences from '#features/content/admin/diff/difference.module.css'
import { compareWords, type WordChange } from '#features/content/admin/diff/word-changes.ts'
import type { BlockChange } from '#features/content/contract.ts'
import { directionOf, languageNames, sourceLanguage } from '#shared/languages.ts'
import styles from './source-changes.module.css'

/** The changes of the source text, before and after side by side, block by block. */
export function SourceChanges({ changes }: { changes: BlockChange[] }) {
  const { t, format } = useTexts()
  const shown = changes.filter(({ kind }) => kind !== 'kept')
  const source = languageNames[sourceLanguage]
  return (
    <section
      className={styles.changes}
      aria-label={t('translation.reference.heading', {
        language: source,
        which: t('translation.outdated.show'),
      })}
    >
      <div className={`${styles.heads} ${styles.sides}`} aria-hidden="true">
        <span>{`${source}: ${t('translation.outdated.before')}`}</span>
        <span>{`${source}: ${t('translation.outdated.after')}`}</span>
      </div>
      <Rows as="ol">
        {shown.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a change has no other name than its place
          <Change key={index} change={change} />
        ))}
      </Rows>
      <Hint>{t('translation.outdated.kept', { count: format.number(changes.length - shown.length) })}</Hint>
    </section>
  )
}

function Change({ change: { kind, before, after } }: { change: BlockChange }) {
  const { t } = useTexts()
  if (kind === 'kept') return null
  const words = compareWords(before?.text ?? '', after?.text ?? '', sourceLanguage)
  const isSameText = kind === 'changed' && before?.text === after?.text
  return (
    <li data-kind={kind}>
      <Hint>{t(`translation.outdated.kinds.${kind}`)}</Hint>
      <div className={styles.sides}>
        <Side label={t('translation.outdated.before')} words={before && words} without="added" />
        <Side label={t('translation.outdated.after')} words={after && words} without="removed" />
      </div>
      {before && before.text === null && <Hint>{t('translation.outdated.forgotten')}</Hint>}
      {isSameText && <Hint>{t('translation.outdated.formatOnly')}</Hint>}
    </li>
  )
}

interface SideProps {
  label: string
  words: WordChange[] | null
  without: WordChange['kind']
}

function Side({ label, words, without }: SideProps) {
  if (!words) return <p className={styles.side} data-empty />
  const Mark = without === 'added' ? 'del' : 'ins'
  return (
    <p
      className={`${styles.side} ${differences.words}`}
      lang={sourceLanguage}
      dir={directionOf(sourceLanguage)}
    >
      <Box component="span" className={styles.label ?? ''} display="block" c="dimmed" fz="0.8125rem">
        {label}
      </Box>
      {words.map(({ kind, text }, index) => {
        if (kind === without) return null
        // biome-ignore lint/suspicious/noArrayIndexKey: words have no other name than their place
        return kind === 'same' ? <span key={index}>{text}</span> : <Mark key={index}>{text}</Mark>
      })}
    </p>
  )
}
