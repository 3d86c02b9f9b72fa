import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import {
  MailPreview,
  type MailText,
  Template,
  TemplateEntry,
  type TemplateKind,
  TestMailSent,
} from '#features/mail/contract.ts'
import type { Language } from '#shared/languages.ts'

/** The query keys. */
const templateQueries = {
  list: ['mail-templates', 'list'],
  one: (kind: TemplateKind, language: Language) => ['mail-templates', kind, language],
} as const
const pathOf = (kind: TemplateKind, language: Language, action = '') =>
  `/api/mail/templates/${kind}${action}?language=${language}`

/** Every template, with its state in every language. */
export function useTemplates() {
  const api = useApi()
  return useQuery({
    queryKey: templateQueries.list,
    queryFn: ({ signal }) => api.get('/api/mail/templates', z.array(TemplateEntry), signal),
  })
}

/** A template in one language. */
export function useTemplate(kind: TemplateKind, language: Language) {
  const api = useApi()
  return useQuery({
    queryKey: templateQueries.one(kind, language),
    queryFn: ({ signal }) => api.get(pathOf(kind, language), Template, signal),
    // A refetch on focus must not replace the text while somebody is editing.
    refetchOnWindowFocus: false,
  })
}

/** The preview of a text; the last one stays until the next is loaded. */
export function useTemplatePreview(kind: TemplateKind, language: Language, text: MailText | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: ['mail-templates', 'preview', kind, language, text],
    queryFn: () => api.send('POST', pathOf(kind, language, '/preview'), MailPreview, text),
    enabled: text !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
    gcTime: 10_000,
  })
}

/** The actions on a template; each resolves with the changed template. */
export function useTemplateActions(kind: TemplateKind, language: Language) {
  const api = useApi()
  const queries = useQueryClient()
  const keep = (template: Template) => {
    queries.setQueryData(templateQueries.one(kind, language), template)
    void queries.invalidateQueries({ queryKey: templateQueries.list })
    return template
  }
  return {
    save: async (text: MailText, version: number) =>
      keep(await api.send('PUT', pathOf(kind, language), Template, { ...text, version })),
    reset: async (version: number) =>
      keep(await api.send('POST', pathOf(kind, language, '/reset'), Template, { version })),
    reload: () => queries.invalidateQueries({ queryKey: templateQueries.one(kind, language) }),
    sendTestMail: (text: MailText) =>
      api.send('POST', pathOf(kind, language, '/test'), TestMailSent, { text }),
  }
}
