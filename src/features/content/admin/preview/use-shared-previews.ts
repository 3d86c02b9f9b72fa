import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { PreviewLink, SharedPreview } from '#features/previews/contract.ts'
import type { PreviewedText } from './previewer.ts'

type TextName = Pick<PreviewedText, 'key' | 'language'>

const queryKey = ({ key, language }: TextName) => ['shared-previews', key, language]

/** The links to a text that were handed out and still work. */
export function useSharedPreviews(text: TextName): UseQueryResult<SharedPreview[]> {
  const api = useApi()
  return useQuery({
    queryKey: queryKey(text),
    queryFn: ({ signal }) =>
      api.get(`/api/content/${text.key}/previews?language=${text.language}`, z.array(SharedPreview), signal),
  })
}

/** Makes a link of its own for whoever gets it, valid for some hours, and copies it. */
export function useSharing(text: PreviewedText, hours: number) {
  const api = useApi()
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<{ link: PreviewLink; isCopied: boolean }>()
  const { isBusy, run } = useAction({
    onSettled: () => queries.invalidateQueries({ queryKey: queryKey(text) }),
  })
  const share = () =>
    run(async () => {
      const link = await api.send('POST', '/api/content/preview', PreviewLink, {
        ...text,
        valid_hours: hours,
      })
      setOutcome({ link, isCopied: await copy(link.url) })
    })
  return { outcome, isBusy, share }
}

/** Ends a link that was handed out. */
export function useRevocation(text: TextName, onSettled: () => void) {
  const { t } = useTexts()
  const api = useApi()
  const queries = useQueryClient()
  const { isBusy, run } = useAction({
    onSettled: () => {
      onSettled()
      return queries.invalidateQueries({ queryKey: queryKey(text) })
    },
  })
  const revoke = (id: string) =>
    run(() => api.command('DELETE', `/api/content/previews/${id}`), t('preview.links.revoked'))
  return { isBusy, revoke }
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
