import '#features/content/admin/history/texts.ts'
import { Box, Flex, Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { Dialog } from '#admin/kit/dialog.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { TextDifference, WordDifference } from '#features/content/admin/diff/text-difference-view.tsx'
import type { TransferDifference, TransferEntry } from '#features/content/transfer/contract.ts'
import { isLanguage, type Language } from '#shared/languages.ts'
import { nameOfEntry } from './entry-name.ts'
import { isRichText, listDifferences } from './field-differences.ts'
import { nameOfField, nameOfValue } from './field-words.ts'
import { ChangeState } from './import-state.tsx'
import { type TransferModeName, useDifference } from './use-transfer.ts'

interface ChangeDialogProps {
  id: string
  mode: TransferModeName
  entry: TransferEntry
  onClose: () => void
}

/** What an import would change of one item. */
export function ChangeDialog({ id, mode, entry, onClose }: ChangeDialogProps) {
  const { t } = useTexts()
  const difference = useDifference(id, entry.number, mode)
  return (
    <Dialog opened onClose={onClose} size="54rem" title={nameOfEntry(entry, t)}>
      <Stack gap="small">
        <ChangeState state={entry.state} />
        {entry.missing.map((name) => (
          <Hint key={name} isError>
            {t('transfer.changes.missing')} <bdi dir="ltr">{name}</bdi>
          </Hint>
        ))}
        {difference.isPending && <Skeleton height={160} />}
        {difference.isError && !difference.data && (
          <LoadFailure query={difference} title={t('transfer.preview.failed')} />
        )}
        {difference.data && <Fields difference={difference.data} />}
      </Stack>
    </Dialog>
  )
}

function Fields({ difference }: { difference: TransferDifference }) {
  const { t, language: ownLanguage } = useTexts()
  const fields = useMemo(() => listDifferences(difference.before, difference.after), [difference])
  if (fields.length === 0) return <Hint>{t('transfer.changes.noWords')}</Hint>
  /** That of the item, or the one that a field is named by, as `alternatives.ar`. */
  function languageOf(name: string): Language {
    const last = name.split('.').at(-1)
    const { language: stated } = difference.after
    if (difference.language) return difference.language
    if (isLanguage(last)) return last
    return isLanguage(stated) ? stated : ownLanguage
  }
  return (
    <>
      <Hint>{t('history.difference.legend')}</Hint>
      <Flex component="dl" direction="column" gap="0.8rem">
        {fields.map(({ name, before, after }) => (
          <div key={name}>
            <Box component="dt" c="dimmed" fz="0.8125rem">
              {nameOfField(name, t)}
            </Box>
            <dd>
              {isRichText(name) ? (
                <TextDifference
                  {...{ before, after, label: nameOfField(name, t) }}
                  language={languageOf(name)}
                />
              ) : (
                <WordDifference
                  before={before && nameOfValue(name, before, t)}
                  after={after && nameOfValue(name, after, t)}
                  language={languageOf(name)}
                />
              )}
            </dd>
          </div>
        ))}
      </Flex>
    </>
  )
}
