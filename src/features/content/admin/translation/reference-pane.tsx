import { Box, Flex, Skeleton } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useEntries } from '#features/content/admin/parts/use-entries.ts'
import { contentQueries, readVersion, useBuiltIn } from '#features/content/admin/use-content.ts'
import type { ContentKey } from '#features/content/contract.ts'
import { languageNames } from '#shared/languages.ts'
import { CopyButton } from './copy-button.tsx'
import { type Reference, referenceVersion } from './reference.ts'

const RichText = lazy(async () => ({
  default: (await import('#features/content/admin/rich-text/rich-text.tsx')).RichText,
}))

interface ReferencePaneProps {
  contentKey: ContentKey
  reference: Reference
  /** Whether there is a text beside it that a copy would replace. */
  hasText: boolean
  /** Takes the HTML of the reference as the text; undefined for viewers. */
  onCopy: ((html: string) => void) | undefined
}

/** A text in another language, to read while writing. */
export function ReferencePane({ contentKey, reference, hasText, onCopy }: ReferencePaneProps) {
  const { t, format } = useTexts()
  const { language, which } = reference
  const api = useApi()
  const entries = useEntries()
  const state = entries.data?.find(({ key }) => key === contentKey)?.languages[language]
  const version = state && referenceVersion(reference, state)
  const builtIn = useBuiltIn(contentKey, language)
  const saved = useQuery({
    queryKey: [...contentQueries.versions(contentKey, language), 'reference', version],
    queryFn:
      version === undefined
        ? skipToken
        : ({ signal }) => readVersion(api, contentKey, language, version, signal),
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const shown = version === undefined ? builtIn : saved
  const html = state ? shown.data?.content : undefined
  const heading = t('translation.reference.heading', {
    language: languageNames[language],
    which:
      version === undefined
        ? t('translation.reference.builtIn')
        : t('translation.reference.version', {
            which: t(`translation.reference.${which}`),
            version: format.number(version),
          }),
  })
  return (
    <Flex component="section" direction="column" gap="0.6rem" miw={0} aria-label={heading}>
      <Box component="h2" c="dimmed" ff="var(--sans)" fz="sm" lh={1.4} lts={0}>
        {heading}
      </Box>
      {html && onCopy && (
        <div>
          <CopyButton from={language} replaces={hasText} onCopy={() => onCopy(html)} />
        </div>
      )}
      {shown.isError && <Notice kind="error">{describeError(shown.error, t)}</Notice>}
      {html === undefined ? (
        <Skeleton height={240} />
      ) : (
        <Suspense fallback={<Skeleton height={240} />}>
          <RichText key={`${language} ${version}`} readOnly html={html} language={language} label={heading} />
        </Suspense>
      )}
    </Flex>
  )
}
