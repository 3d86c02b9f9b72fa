import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { Choices } from '#admin/kit/form/choices.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { saveFile } from '#admin/kit/save-file.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { TransferPartName } from '#features/content/transfer/contract.ts'
import { type Language, languageNames, languages } from '#shared/languages.ts'
import { formatFileSize } from '#ui/file-size.ts'
import { transferPath, useContents } from './use-transfer.ts'

/** Asks for parts and languages, and downloads the archive. */
export function ExportPanel() {
  const { t, format } = useTexts()
  const contents = useContents()
  const [left, setLeft] = useState<readonly TransferPartName[]>([])
  const [wanted, setWanted] = useState<readonly Language[]>(languages)
  const { bytes, problem, start, stop } = useDownload()
  if (!contents.data)
    return (
      <Panel title={t('transfer.export.title')}>
        {contents.isError ? (
          <LoadFailure query={contents} title={t('transfer.export.uncounted')} />
        ) : (
          <LoadingLines />
        )}
      </Panel>
    )
  const all = contents.data.map(({ part }) => part)
  const parts = all.filter((part) => !left.includes(part))
  const isBusy = bytes !== undefined
  const countOf = (part: TransferPartName) => contents.data.find((one) => one.part === part)?.items ?? 0
  return (
    <Panel title={t('transfer.export.title')}>
      <Stack gap="medium">
        <Choices
          legend={t('transfer.export.parts')}
          values={all}
          chosen={parts}
          disabled={isBusy}
          label={(part) => `${t(`transfer.parts.${part}`)} (${format.number(countOf(part))})`}
          onChange={(chosen) => setLeft(all.filter((part) => !chosen.includes(part)))}
        />
        <Choices
          legend={t('transfer.export.languages')}
          values={languages}
          chosen={wanted}
          disabled={isBusy}
          label={(code) => <span lang={code}>{languageNames[code]}</span>}
          onChange={setWanted}
        />
        <Hint>{t('transfer.export.hint')}</Hint>
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        <ButtonRow>
          <Button
            loading={isBusy}
            disabled={parts.length === 0 || wanted.length === 0}
            onClick={() => void start({ parts, languages: wanted })}
          >
            {t('transfer.export.start')}
          </Button>
          {isBusy && (
            <Button variant="default" onClick={stop}>
              {t('transfer.cancel')}
            </Button>
          )}
        </ButtonRow>
        <p role="status">{bytes !== undefined && t('transfer.export.running', { size: bytes })}</p>
      </Stack>
    </Panel>
  )
}

/** A download that says how much has come, and can be broken off. */
function useDownload() {
  const { t, language } = useTexts()
  const api = useApi()
  const toasts = useToasts()
  const [bytes, setBytes] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const controller = useRef<AbortController>(undefined)
  // Leaving the screen ends it.
  useEffect(() => () => controller.current?.abort(), [])

  return {
    bytes: bytes === undefined ? undefined : formatFileSize(bytes, language),
    problem,
    stop: () => controller.current?.abort(),
    async start(order: { parts: readonly TransferPartName[]; languages: readonly Language[] }) {
      const current = new AbortController()
      controller.current = current
      setProblem(undefined)
      setBytes(0)
      try {
        const { signal } = current
        const file = await api.download(`${transferPath}/export`, order, { signal, onProgress: setBytes })
        saveFile(file, `content-${new Date().toISOString().slice(0, 10)}.tar`)
        toasts.show('success', t('transfer.export.done'))
      } catch (error) {
        if (!current.signal.aborted)
          setProblem(t('transfer.export.failed', { reason: describeError(error, t) }))
      } finally {
        setBytes(undefined)
      }
    },
  }
}
