import { useState } from 'react'
import { z } from 'zod'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeFieldError } from '#admin/kit/api/errors.ts'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { saveFile, separatorOf } from '#admin/kit/save-file.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { ImportedColumn, ImportReport } from '#features/early-adopters/contract.ts'
import { importSizeLimit } from '#features/early-adopters/model.ts'

type Busy = 'checking' | 'adding' | 'downloading'
type Fields = ImportedColumn['field'][]

const megabytes = importSizeLimit / 1024 / 1024

function formOf(file: File): FormData {
  const form = new FormData()
  form.append('file', file)
  return form
}

const queryOf = (fields: Fields | undefined, tags: string) => ({
  ...(fields && { columns: fields.join(',') }),
  ...(tags.trim() && { tags }),
})

/** The columns of a file whose mapping was refused. */
function columnsOf(failure: unknown): ImportedColumn[] {
  const members = failure instanceof ApiError ? failure.members : {}
  return z.array(ImportedColumn).safeParse(members.columns).data ?? []
}

/** An import: a file, what its columns are read as, and what it would do or has done. */
export function useImport() {
  const { t, format, language } = useTexts()
  const api = useApi()
  const refetchAfter = useRefetchAfter([['early-adopters'], ['leads'], ['tags']])
  const [file, setFile] = useState<File>()
  const [columns, setColumns] = useState<ImportedColumn[]>()
  const [fields, setFields] = useState<Fields>()
  const [tags, setTags] = useState('')
  const [report, setReport] = useState<ImportReport>()
  const [busy, setBusy] = useState<Busy>()
  const [error, setError] = useState<string>()

  async function run(kind: Busy, action: () => Promise<void>, describe: (reason: string) => string) {
    setError(undefined)
    setBusy(kind)
    try {
      await action()
    } catch (failure) {
      setError(describe(describeFieldError(failure, t)))
      const told = columnsOf(failure)
      if (told.length > 0) {
        setColumns(told)
        setReport(undefined)
      }
    }
    setBusy(undefined)
  }

  function restart() {
    setReport(undefined)
    setColumns(undefined)
    setFields(undefined)
    setTags('')
    setFile(undefined)
    setError(undefined)
  }
  async function send(chosen: File, mapping: Fields | undefined, isDryRun: boolean) {
    await run(
      isDryRun ? 'checking' : 'adding',
      async () => {
        const query = new URLSearchParams({ dry_run: String(isDryRun), ...queryOf(mapping, tags) })
        const path = `/api/early-adopters/import?${query}`
        const upload = () => api.upload(path, formOf(chosen), ImportReport, { onProgress() {} })
        const answer = await (isDryRun ? upload() : refetchAfter(upload))
        setColumns(answer.columns)
        setReport(answer)
      },
      (reason) => (isDryRun ? reason : t('leads.import.failed', { reason })),
    )
  }

  return {
    ...{ file, columns, tags, setTags, report, busy, error },
    choose(chosen: File) {
      restart()
      setFile(chosen)
      if (chosen.size <= importSizeLimit) void send(chosen, undefined, true)
      else setError(t('leads.import.tooBig', { limit: format.number(megabytes) }))
    },
    /** Checks the file again with what its columns are read as. */
    check(mapping: Fields) {
      setFields(mapping)
      if (file) void send(file, mapping, true)
    },
    add() {
      if (file) void send(file, fields, false)
    },
    /** Downloads the lines that are refused, with their reasons. */
    downloadRefused() {
      if (!file) return
      const query = new URLSearchParams({ separator: separatorOf(language), ...queryOf(fields, tags) })
      const path = `/api/early-adopters/import/refused?${query}`
      const download = async () =>
        saveFile(await api.download(path, formOf(file)), `${file.name.replace(/\.\w+$/, '')}-2.csv`)
      void run('downloading', download, (reason) => t('leads.import.refusedFile.failed', { reason }))
    },
    restart,
  }
}
