import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { AuditCheck, AuditEntry, AuditHead } from '#features/audit/contract.ts'
import { filterOf, type ShownChanges } from './audit-query.ts'

export const pageSize = 50
const queryKey = ['audit']

/** A page of changes. */
export function useAuditEntries(query: ShownChanges) {
  const api = useApi()
  const params = new URLSearchParams({
    ...{ limit: String(pageSize), offset: String((query.page - 1) * pageSize) },
  })
  for (const [name, value] of Object.entries(filterOf(query))) if (value) params.set(name, value)
  return useQuery({
    queryKey: [...queryKey, params.toString()],
    queryFn: ({ signal }) => api.getPage(`/api/audit?${params}`, z.array(AuditEntry), signal),
    placeholderData: keepPreviousData,
  })
}

/** The end of the chain. */
export function useAuditHead() {
  const api = useApi()
  return useQuery({
    queryKey: [...queryKey, 'head'],
    queryFn: ({ signal }) => api.get('/api/audit/head', AuditHead, signal),
  })
}

/** Checks the chain part by part. */
export function useChainCheck() {
  const api = useApi()
  const { t } = useTexts()
  const queries = useQueryClient()
  const [checked, setChecked] = useState<number>()
  const [result, setResult] = useState<AuditCheck>()
  const [failure, setFailure] = useState<string>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  async function start() {
    const controller = new AbortController()
    stop.current = controller
    setResult(undefined)
    setFailure(undefined)
    setChecked(0)
    try {
      await queries.invalidateQueries({ queryKey: [...queryKey, 'head'] })
      let part: AuditCheck = { checked_to: 0, is_end: false, broken_at: null }
      while (!part.is_end) {
        part = await api.get(`/api/audit/check?after=${part.checked_to}`, AuditCheck, controller.signal)
        setChecked(part.checked_to)
      }
      setResult(part)
    } catch (error) {
      if (!controller.signal.aborted) setFailure(describeError(error, t))
    } finally {
      if (!controller.signal.aborted) setChecked(undefined)
    }
  }

  return { start: () => void start(), checked, result, failure }
}
