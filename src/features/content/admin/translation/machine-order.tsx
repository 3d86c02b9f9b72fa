import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useUser } from '#admin/kit/api/api-context.tsx'
import { Dialog } from '#admin/kit/dialog.tsx'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { ContentKey } from '#features/content/contract.ts'
import { isLanguage, type Language, languageNames, languages, sourceLanguage } from '#shared/languages.ts'
import styles from './translation-editor.module.css'
import { useTranslationActions, useTranslationState } from './use-translation.ts'

interface MachineOrderProps {
  contentKey: ContentKey
  language: Language
  /** The language of the reference, which is the suggested one to translate from. */
  reference: Language | undefined
  isChanged: boolean
}

/** Orders a machine translation, or explains why none is available. */
export function MachineOrder({ contentKey, language, reference, isChanged }: MachineOrderProps) {
  const { t } = useTexts()
  const { data: state } = useTranslationState(contentKey, language)
  const { translating } = useTranslationActions(contentKey, language)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Language>()
  const others = languages.filter((code) => code !== language)
  const from = chosen ?? reference ?? (language === sourceLanguage ? 'en' : sourceLanguage)
  const close = () => setOpen(false)

  return (
    <>
      <Button variant="default" className={styles.order ?? ''} onClick={() => setOpen(true)}>
        {t('translation.machine.order')}
      </Button>
      <Dialog
        opened={isOpen}
        onClose={close}
        title={t('translation.machine.orderTitle', { language: languageNames[language] })}
      >
        <Stack>
          {state && !state.machine ? (
            <Missing />
          ) : (
            <>
              <p>{t('translation.machine.orderText')}</p>
              <NativeSelect
                label={t('translation.machine.from')}
                rightSection={<ChevronIcon />}
                value={from}
                data={others.map((code) => ({ value: code, label: languageNames[code] }))}
                onChange={({ currentTarget: { value } }) => isLanguage(value) && setChosen(value)}
              />
              {isChanged && <Notice>{t('translation.machine.unsaved')}</Notice>}
              <Button
                disabled={isChanged || !state}
                loading={translating.isPending}
                onClick={() => translating.mutate(from, { onSuccess: close })}
              >
                {t('translation.machine.go')}
              </Button>
            </>
          )}
        </Stack>
      </Dialog>
    </>
  )
}

/** What is missing for a machine translation, and what to do about it. */
function Missing() {
  const { t } = useTexts()
  const isAdmin = useUser().role === 'admin'
  return (
    <>
      <p>{t('translation.machine.missing')}</p>
      <p>{t(isAdmin ? 'translation.machine.setUp' : 'translation.machine.askAdmin')}</p>
      {isAdmin && (
        <p>
          <Link to="/admin/settings/translation">{t('translation.machine.openSettings')}</Link>
        </p>
      )}
    </>
  )
}
